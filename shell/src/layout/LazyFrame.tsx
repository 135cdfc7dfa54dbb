import type { SessionStore } from '@multiball/shared/session'
import { late, Spinner } from '@multiball/shared/ui'
import { Suspense, type ReactNode } from 'react'
import { prepareRemote } from '../remotes/remoteRoutes'

/** What only they see who are signed in, in a chunk of its own: logging in does without. */
const load = () => {
  // Remotes would ask for these rooms one round of requests later.
  import(/* webpackChunkName: "rooms" */ '@multiball/shared/pages').catch(() => {})
  return import('./dashboard')
}

const Loaded = late<{ children: ReactNode }>(async () => (await load()).Frame)
export const HomePage = late(async () => (await load()).HomePage)

/** Asks for it, and for the page of this path, before they are shown: somebody is signed in, or about to be. */
export function prepareDashboard(pathname: string, store: SessionStore): void {
  void Loaded.prepare()
  void HomePage.prepare()
  prepareRemote(pathname, store)
}

/** The frame around every page of the dashboard, once it is loaded. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Spinner label="Loading" />}>
    <Loaded>{children}</Loaded>
  </Suspense>
)
