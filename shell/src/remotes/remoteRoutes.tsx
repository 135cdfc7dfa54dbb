import { pageConfig } from '@multiball/shared/client'
import { listNavigation, listRoutes } from '@multiball/shared/remotes'
import type { ReactElement } from 'react'
import { isDisabledSection } from '../layout/sections'
import { RemotePage } from './RemotePage'

interface RemoteRoute {
  path: string
  element: ReactElement
}

/** Full screens that anyone may open; everything else is the owners' dashboard. */
const isOpen = (path: string) => path === '/viewer' || path.startsWith('/viewer/')

/** The routes of all remotes, `dashboard` ones behind the login and inside the frame. Disabled sections have none. */
export function remoteRoutes(): { dashboard: RemoteRoute[]; open: RemoteRoute[] } {
  const labels = new Map(listNavigation().map(({ remote, label }) => [remote, label]))
  const { disabledSections } = pageConfig()
  const routes = listRoutes()
    .filter(({ path }) => !isDisabledSection(path, disabledSections))
    .map(({ remote, path, expose }) => ({
      path,
      element: <RemotePage key={`${remote} ${expose}`} remote={remote} expose={expose} title={labels.get(remote) ?? remote} />,
    }))
  return { dashboard: routes.filter(({ path }) => !isOpen(path)), open: routes.filter(({ path }) => isOpen(path)) }
}
