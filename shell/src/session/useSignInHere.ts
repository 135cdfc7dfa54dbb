import { useLocation, useNavigate } from '@multiball/shared/routing'
import type { Credentials } from '@multiball/shared/schema'
import { signIn } from '@multiball/shared/session'
import { useStore } from 'jotai'
import { prepareDashboard } from '../layout/LazyFrame'

/** Signs in where the login screen stands; the page behind is asked for meanwhile, and takes the focus. Throws what `signIn` does. */
export function useSignInHere() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const store = useStore()
  return async (credentials: Credentials): Promise<void> => {
    // Navigating to the same place gives the focus to the heading of the page behind; its state keeps this screen until then.
    void navigate({ pathname, search }, { replace: true, state })
    const signedIn = signIn(credentials, store)
    prepareDashboard(pathname, store)
    await signedIn
  }
}
