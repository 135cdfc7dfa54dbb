import { getProfile } from '@multiball/shared/api'
import type { Profile } from '@multiball/shared/schema'
import { atom, type createStore } from 'jotai'
import { clearToken, readToken } from './token'

export type SessionState =
  | { type: 'anonymous'; profile?: undefined }
  | { type: 'loading'; profile?: undefined }
  | { type: 'signed-in'; profile: Profile }

export type SessionStore = ReturnType<typeof createStore>

/** Who uses this page. */
export const profileAtom = atom<SessionState>({ type: 'anonymous' })

/** Ends the session in this browser. */
export function forget(store: SessionStore): void {
  clearToken()
  if (store.get(profileAtom).type !== 'anonymous') store.set(profileAtom, { type: 'anonymous' })
}

/**
 * Reads who the token belongs to. A failure, whatever it is, ends the session; nothing is thrown. An answer for a
 * token that was replaced or cleared meanwhile changes nothing.
 */
export async function loadProfile(store: SessionStore): Promise<void> {
  const token = readToken()
  store.set(profileAtom, { type: 'loading' })
  const profile = await getProfile().catch(() => undefined)
  if (readToken() !== token) return
  if (profile) store.set(profileAtom, { type: 'signed-in', profile })
  else forget(store)
}
