import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { IconName } from '../marks/Icon'

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

export interface MenuGroupProps {
  /** stands above the items and names them */
  title: ReactNode
  children: ReactNode
}

export interface MenuChoiceProps<Value extends string> {
  title: string
  options: readonly { value: Value; label: string; icon?: IconName }[]
  value: Value
  onChange(value: Value): void
}

/** What draws the elements of a menu. It comes with the panel that opens, so it is there when they are drawn. */
export interface MenuParts {
  Item: ComponentType<MenuItemProps>
  Group: ComponentType<MenuGroupProps>
  Choice: ComponentType<MenuChoiceProps<string>>
  Divider: ComponentType
}

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined)

/** @throws outside of a menu */
export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext)
  if (!parts) throw new Error('Elements of a menu stand in a Menu only')
  return parts
}
