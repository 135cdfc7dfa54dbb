import { Spinner } from '@multiball/shared/ui'
import { lazy, Suspense, type ReactNode } from 'react'

const load = () => {
  // Remotes would ask for these rooms one round of requests later.
  import(/* webpackChunkName: "rooms" */ '@multiball/shared/pages').catch(() => {})
  return import('./dashboard')
}

let loading: ReturnType<typeof load> | undefined

/** What only they see who are signed in, in a chunk of its own: logging in does without. One that did not come is asked for once more. */
const loadDashboard = () => (loading ??= load().catch(load))

/** Asks for it before it is shown: somebody is signed in, or about to be. */
export const prepareDashboard = () => void loadDashboard().catch(() => {})

const Loaded = lazy(async () => ({ default: (await loadDashboard()).Frame }))
export const HomePage = lazy(async () => ({ default: (await loadDashboard()).HomePage }))

/** The frame around every page of the dashboard, once it is loaded. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Spinner label="Loading" />}>
    <Loaded>{children}</Loaded>
  </Suspense>
)
