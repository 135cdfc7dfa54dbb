import { useLocation, useNavigate } from '@multiball/shared/routing'
import type { Credentials } from '@multiball/shared/schema'
import { signIn } from '@multiball/shared/session'
import { useStore } from 'jotai'
import { prepareDashboard } from '../layout/LazyFrame'
import { readPlace, type Place } from './modes'

/** The page that is shown after the login: the one where the last login ended, or where the login screen stands. */
export function useBehind() {
  const { pathname, search, state } = useLocation()
  return readPlace(state)?.from ?? { pathname, search }
}

/** Signs in; the page behind is asked for meanwhile, and takes the focus. Throws what `signIn` does. */
export function useSignInHere() {
  const { state } = useLocation()
  const { pathname, search } = useBehind()
  const navigate = useNavigate()
  const store = useStore()
  return async (credentials: Credentials): Promise<void> => {
    const place = readPlace(state)
    // Navigating there gives the focus to the heading of the page behind; the state keeps this screen until then.
    const kept = place?.from ? ({ mode: place.mode } satisfies Place) : state
    void navigate({ pathname, search }, { replace: true, state: kept })
    const signedIn = signIn(credentials, store)
    prepareDashboard(pathname, store)
    await signedIn
  }
}
