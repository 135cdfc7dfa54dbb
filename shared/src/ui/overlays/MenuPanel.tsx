import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { useMenuTrigger } from 'react-aria/useMenu'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import {
  Header,
  Menu as AriaMenu,
  MenuContext,
  MenuItem as AriaMenuItem,
  MenuSection,
  RootMenuTriggerStateContext,
  Separator,
} from 'react-aria-components/Menu'
import { Popover, PopoverContext } from 'react-aria-components/Popover'
import { Provider } from 'react-aria-components/slots'
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { Icon } from '../marks/Icon'
import css from './Menu.module.css'
import {
  MenuPartsContext,
  type MenuChoiceProps,
  type MenuGroupProps,
  type MenuItemProps,
  type MenuParts,
} from './menuParts'
import popover from './popover.module.css'
import { useGo } from './useUnsavedChanges'

export interface MenuPanelProps {
  label: string
  placement: 'bottom end' | 'bottom start' | 'top start' | 'top end'
  isOpen: boolean
  /** of the button that opens it */
  state: RootMenuTriggerState
  menuProps: ReturnType<typeof useMenuTrigger>['menuProps']
  button: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What a menu's button opens. */
export function MenuPanel({ label, placement, state, menuProps, button, children }: MenuPanelProps) {
  const scrolled = useRef<HTMLDivElement>(null)
  const { isOpen, close } = state
  useEffect(() => {
    // Back takes the page away that a menu stands over; the menus of the frame would stay.
    if (!isOpen) return
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [isOpen, close])
  return (
    <Provider
      values={[
        [MenuContext, { ...menuProps, ref: scrolled }],
        [OverlayTriggerStateContext, state],
        [RootMenuTriggerStateContext, state],
        [
          PopoverContext,
          {
            trigger: 'MenuTrigger',
            triggerRef: button,
            scrollRef: scrolled,
            'aria-labelledby': menuProps['aria-labelledby'],
          },
        ],
      ]}
    >
      <MenuPartsContext value={parts}>
        <Popover className={`${popover.panel} ${css.popover}`} placement={placement} offset={4}>
          <AriaMenu className={css.menu} aria-label={label}>
            {children}
          </AriaMenu>
        </Popover>
      </MenuPartsContext>
    </Provider>
  )
}

function Item({ children, icon, onPress, to, href, tone }: MenuItemProps) {
  const go = useGo()
  const act = () => {
    onPress?.()
    if (to !== undefined) go(to)
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

const Group = ({ title, children }: MenuGroupProps) => (
  <MenuSection>
    <Header className={css.title}>{title}</Header>
    {children}
  </MenuSection>
)

function Choice({ title, options, value, onChange }: MenuChoiceProps<string>) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys
        if (chosen !== undefined) onChange(String(chosen))
      }}
    >
      <Header className={css.title}>{title}</Header>
      {options.map((option) => (
        <AriaMenuItem
          key={option.value}
          id={option.value}
          className={`${popover.choice} ${css.item}`}
          textValue={option.label}
        >
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

const Divider = () => <Separator className={css.divider} />

const parts: MenuParts = { Item, Group, Choice, Divider }
