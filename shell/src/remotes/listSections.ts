import { pageConfig } from '@multiball/shared/client'
import { listNavigation, listRoutes } from '@multiball/shared/remotes'

export interface NavigationEntry {
  label: string
  path: string
  icon: string
  counts?: 'venues' | 'tvs'
}

/** The sections of the dashboard, as the registry names them and the deployment allows. */
export function listSections(): NavigationEntry[] {
  const { disabledSections } = pageConfig()
  return listNavigation().filter(({ path }) => !isDisabledSection(path, disabledSections))
}

/** What remotes put into the user menu. */
export function listMenu(): NavigationEntry[] {
  const { disabledSections } = pageConfig()
  return listRoutes().flatMap(({ path, menu }) =>
    menu && !isDisabledSection(path, disabledSections) ? [{ ...menu, path: path.replace(/\/\*$/, '') }] : [],
  )
}

/** True when the section of this path, its first part, is among the switched off ones. */
export function isDisabledSection(path: string, disabledSections: readonly string[]): boolean {
  const section = path.split('/')[1]?.toLowerCase()
  return disabledSections.some((name) => name.toLowerCase() === section)
}
