import { useNavigate } from '@multiball/shared/routing'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Header, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components/Menu'
import button from '../actions/button.module.css'
import { Icon, type IconName } from '../marks/Icon'
import { styles } from '../styles'
import css from './Menu.module.css'
import popover from './popover.module.css'

export interface MenuProps {
  /** the accessible name of the button that opens it */
  label: string
  /** what the button shows, default the icon of more */
  trigger?: ReactNode
  /** class of a button that is drawn elsewhere */
  triggerClassName?: string
  /** where it opens, default below with its end at the button's */
  placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end'
  /** MenuItem, MenuGroup, MenuChoice and MenuDivider elements */
  children: ReactNode
}

export function Menu({ label, trigger, triggerClassName, placement = 'bottom end', children }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className={triggerClassName ?? `${button.button} ${button.quiet} ${button.icon}`} aria-label={trigger ? undefined : label}>
        {trigger ? (
          <>
            <span className={styles.unseen}>{label}</span>
            <span className={css.trigger} aria-hidden="true">
              {trigger}
            </span>
          </>
        ) : (
          <Icon name="more" />
        )}
      </AriaButton>
      <Popover className={`${popover.panel} ${css.popover}`} placement={placement} offset={4}>
        <AriaMenu className={css.menu} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export interface MenuItemProps {
  children: ReactNode
  icon?: IconName
  onPress?(): void
  /** a path of the page's router */
  to?: string
  /** an address outside of it, opened in a new tab */
  href?: string
  tone?: 'danger'
}

export function MenuItem({ children, icon, onPress, to, href, tone }: MenuItemProps) {
  const navigate = useNavigate()
  const act = () => {
    onPress?.()
    if (to !== undefined) void navigate(to)
  }
  return (
    <AriaMenuItem
      className={`${popover.choice} ${css.item} ${tone ? css[tone] : ''}`}
      textValue={typeof children === 'string' ? children : undefined}
      onAction={act}
      {...(href !== undefined && { href, target: '_blank', rel: 'noopener' })}
    >
      {icon && <Icon name={icon} />}
      <span className={css.words}>{children}</span>
      {href !== undefined && <Icon name="external" size={14} />}
    </AriaMenuItem>
  )
}

interface MenuGroupProps {
  /** stands above the items and names them */
  title: ReactNode
  children: ReactNode
}

export const MenuGroup = ({ title, children }: MenuGroupProps) => (
  <MenuSection>
    <Header className={css.title}>{title}</Header>
    {children}
  </MenuSection>
)

export interface MenuChoiceProps<Value extends string> {
  title: string
  options: readonly { value: Value; label: string; icon?: IconName }[]
  value: Value
  onChange(value: Value): void
}

/** One of a few, chosen in the menu. */
export function MenuChoice<Value extends string>({ title, options, value, onChange }: MenuChoiceProps<Value>) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys
        if (chosen !== undefined) onChange(String(chosen) as Value)
      }}
    >
      <Header className={css.title}>{title}</Header>
      {options.map((option) => (
        <AriaMenuItem key={option.value} id={option.value} className={`${popover.choice} ${css.item}`} textValue={option.label}>
          {({ isSelected }) => (
            <>
              {option.icon && <Icon name={option.icon} />}
              <span className={css.words}>{option.label}</span>
              {isSelected && <Icon name="check" />}
            </>
          )}
        </AriaMenuItem>
      ))}
    </MenuSection>
  )
}

export const MenuDivider = () => <Separator className={css.divider} />
