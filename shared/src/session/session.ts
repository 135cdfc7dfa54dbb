import { authenticate, revokeToken } from '@multiball/shared/api'
import { ApiError, configureApi } from '@multiball/shared/client'
import type { Credentials } from '@multiball/shared/schema'
import { getDefaultStore } from 'jotai'
import { forget, loadProfile, profileAtom, type SessionStore } from './profile'
import { followReach } from './reach'
import { readToken, storeToken } from './token'

const needsCookies = 'Your browser did not keep the login. Allow cookies for this site, then log in again.'

/** Signs in and reads the profile. Throws ApiError when the credentials are refused, the server cannot be asked, or the browser keeps no cookie (412). */
export async function signIn(credentials: Credentials, store: SessionStore = getDefaultStore()): Promise<void> {
  if (!storeToken(await authenticate(credentials))) throw new ApiError({ status: 412, detail: needsCookies })
  await loadProfile(store)
}

/** Forgets the session at once and makes its token worthless; a server that does not answer changes nothing. */
export async function signOut(store: SessionStore = getDefaultStore()): Promise<void> {
  const revoking = readToken() ? revokeToken().catch(() => {}) : undefined
  forget(store)
  await revoking
}

/**
 * Starts the session of this page: calls carry the token, a refused token ends the session, and a token from an
 * earlier visit is taken up; `reachAtom` follows whether the server answers. Follows what other tabs do when this one is looked at again. Returns a function that
 * stops following.
 */
export function connectSession(store: SessionStore = getDefaultStore(), now: () => number = Date.now): () => void {
  const reach = followReach(store, now)
  configureApi({ token: readToken, onUnauthorized: () => forget(store), onOutcome: reach.onOutcome })
  let knownToken = readToken()
  if (knownToken) void loadProfile(store)

  const follow = () => {
    const token = readToken()
    if (token === knownToken) return
    knownToken = token
    if (token) void loadProfile(store)
    else forget(store)
  }
  // What this tab does itself is known already.
  const unsubscribe = store.sub(profileAtom, () => (knownToken = readToken()))
  window.addEventListener('focus', follow)
  return () => {
    reach.stop()
    unsubscribe()
    window.removeEventListener('focus', follow)
  }
}

/**
 * What a public page puts into the browser's history to ask for a login where it stands, which then leads back to it:
 * `navigate(here, { state: askForLogin('login', reason) })`.
 * @param reason a sentence on why an account is needed
 */
export const askForLogin = (mode: 'login' | 'register', reason = '') => ({ mode, reason })
