import { pageConfig } from '@multiball/shared/client'
import { listRoutes, loadExpose } from '@multiball/shared/remotes'
import { profileAtom, type SessionStore } from '@multiball/shared/session'
import type { ReactElement } from 'react'
import { isDisabledSection } from './listSections'
import { RemotePage, type RemoteModule } from './RemotePage'

interface RemoteRoute {
  path: string
  element: ReactElement
}

/** Full screens that anyone may open. */
const isOpen = (path: string) => path === '/viewer' || path.startsWith('/viewer/')

interface RemoteRoutes {
  /** behind the login and inside the frame */
  dashboard: RemoteRoute[]
  /** for anyone, in a frame that goes by who is signed in */
  public: RemoteRoute[]
  /** for anyone, with nothing around them */
  open: RemoteRoute[]
}

/** The routes of all remotes. Disabled sections have none. */
export function remoteRoutes(): RemoteRoutes {
  const { disabledSections } = pageConfig()
  const routes: RemoteRoutes = { dashboard: [], public: [], open: [] }
  for (const { remote, label, path, expose, access } of listRoutes()) {
    if (isDisabledSection(path, disabledSections)) continue
    const element = <RemotePage key={`${remote} ${expose}`} remote={remote} expose={expose} title={label} />
    routes[isOpen(path) ? 'open' : (access ?? 'dashboard')].push({ path, element })
  }
  return routes
}

/** Asks for the remote of this page, and for what the page reads first, before it is shown. What does not come is told when it is. */
export function prepareRemote(pathname: string, store: SessionStore): void {
  const isUnder = (base: string) => pathname === base || pathname.startsWith(`${base}/`)
  const route = listRoutes().find(({ path }) => isUnder(path.replace(/\/\*$/, '')))
  if (!route || isDisabledSection(route.path, pageConfig().disabledSections)) return
  Promise.all([loadExpose<RemoteModule>(route.remote, route.expose), signedIn(store)]).then(
    ([{ default: Page }, owner]) => Page.prepare?.(owner, pathname, store),
    () => {},
  )
}

/** The id of whoever is signed in, once somebody is. */
const signedIn = (store: SessionStore): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      const { profile } = store.get(profileAtom)
      if (!profile) return
      stop()
      resolve(profile.id)
    }
    const stop = store.sub(profileAtom, look)
    look()
  })
