import { pageConfig } from '@multiball/shared/client'
import { listNavigation } from '@multiball/shared/remotes'
import { isDisabledSection } from './sections'

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
