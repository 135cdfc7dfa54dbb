import { pageConfig } from '@multiball/shared/client'
import { listRoutes } from '@multiball/shared/remotes'
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
  const { disabledSections } = pageConfig()
  const routes = listRoutes()
    .filter(({ path }) => !isDisabledSection(path, disabledSections))
    .map(({ remote, label, path, expose }) => ({
      path,
      element: <RemotePage key={`${remote} ${expose}`} remote={remote} expose={expose} title={label} />,
    }))
  return { dashboard: routes.filter(({ path }) => !isOpen(path)), open: routes.filter(({ path }) => isOpen(path)) }
}
