import type { CallOutcome } from '@multiball/shared/client'
import { atom } from 'jotai'
import type { SessionStore } from './profile'

/** Whether the server answers. `since`: when it first did not, ms since 1970; `isOffline`: because this browser has no network. */
export type Reach = { type: 'reached' } | { type: 'lost'; since: number; isOffline: boolean }

export const reachAtom = atom<Reach>({ type: 'reached' })

/** Counts what was made or removed from this page: what it counted itself is to be asked for again. */
export const changesAtom = atom(0)

/** Follows what becomes of calls, and what the browser says of its network. `stop` ends the latter. */
export function followReach(
  store: SessionStore,
  now: () => number,
): { onOutcome(outcome: CallOutcome): void; stop(): void } {
  const lose = (isOffline: boolean) => {
    const known = store.get(reachAtom)
    if (known.type === 'lost' && known.isOffline === isOffline) return
    store.set(reachAtom, { type: 'lost', since: known.type === 'lost' ? known.since : now(), isOffline })
  }
  const offline = () => lose(true)
  // A network is no server: only an answer says that it is back.
  const online = () => store.get(reachAtom).type === 'lost' && lose(false)
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return {
    onOutcome(outcome) {
      if (outcome === 'unanswered') return lose(!navigator.onLine)
      if (store.get(reachAtom).type === 'lost') store.set(reachAtom, { type: 'reached' })
      if (outcome === 'changed') store.set(changesAtom, (count) => count + 1)
    },
    stop() {
      window.removeEventListener('offline', offline)
      window.removeEventListener('online', online)
    },
  }
}
