import { useRef, type ReactNode } from 'react'
import { useMenuTrigger } from 'react-aria/useMenu'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import button from '../actions/button.module.css'
import { lateOverlay } from '../late'
import { Icon } from '../marks/Icon'
import { styles } from '../styles'
import css from './Menu.module.css'
import { useMenuParts, type MenuChoiceProps, type MenuGroupProps, type MenuItemProps } from './menuParts'
import type { MenuPanelProps } from './MenuPanel'

const MenuPanel = lateOverlay<MenuPanelProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './MenuPanel')).MenuPanel,
)
export const prepareMenus = MenuPanel.prepare

export interface MenuProps {
  /** the accessible name of the button that opens it */
  label: string
  /** what the button shows, default the icon of more */
  trigger?: ReactNode
  /** class of a button that is drawn elsewhere */
  triggerClassName?: string
  /** where it opens, default below with its end at the button's */
  placement?: MenuPanelProps['placement']
  /** MenuItem, MenuGroup, MenuChoice and MenuDivider elements */
  children: ReactNode
}

/** A button, and the menu that it opens. Until it is reached for, no page has more of a menu than its button. */
export function Menu({ label, trigger, triggerClassName, placement = 'bottom end', children }: MenuProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const state = useMenuTriggerState({})
  const { menuTriggerProps, menuProps } = useMenuTrigger({}, state, ref)
  return (
    <>
      <AriaButton
        {...menuTriggerProps}
        ref={ref}
        className={triggerClassName ?? `${button.button} ${button.quiet} ${button.icon}`}
        aria-label={trigger ? undefined : label}
        onHoverStart={() => void prepareMenus()}
        onFocus={() => void prepareMenus()}
      >
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
      <MenuPanel
        label={label}
        placement={placement}
        isOpen={state.isOpen}
        state={state}
        menuProps={menuProps}
        button={ref}
      >
        {children}
      </MenuPanel>
    </>
  )
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}

export function MenuGroup(props: MenuGroupProps) {
  const { Group } = useMenuParts()
  return <Group {...props} />
}

/** One of a few, chosen in the menu. */
export function MenuChoice<Value extends string>({ onChange, ...props }: MenuChoiceProps<Value>) {
  const { Choice } = useMenuParts()
  return <Choice {...props} onChange={(value) => onChange(value as Value)} />
}

export function MenuDivider() {
  const { Divider } = useMenuParts()
  return <Divider />
}
