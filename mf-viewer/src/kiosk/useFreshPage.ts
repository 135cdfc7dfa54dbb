import { boardAtom, listWatched, type Store } from '@multiball/shared/live'
import { newerRev } from '@multiball/shared/remotes'
import type { ScoresOf } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { reloadPage } from './reloadPage'
import { keepFresh, type FreshnessEnvironment } from './keepFresh'

const triedName = 'mb-reloaded-for'

/** Of this tab, so that a page that came back old leaves it at that. */
const triedInTab: FreshnessEnvironment['triedRev'] = {
  read: () => {
    try {
      return Number(sessionStorage.getItem(triedName) ?? Number.NaN)
    } catch {
      return undefined
    }
  },
  write: (rev) => {
    try {
      sessionStorage.setItem(triedName, String(rev))
    } catch {
      // Then it is tried again after ten minutes.
    }
  },
}

/**
 * True while no game is played on any machine of a board: nothing is missed when its screen goes away for a second. A game
 * in play is one that is not settled, wherever it stands in the state of a board of whatever type.
 */
export function isBoardIdle(scores: ScoresOf): boolean {
  const values: unknown[] = [scores]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    if ('settled_on' in value && value.settled_on === null) return false
    values.push(...Object.values(value))
  }
  return true
}

/** No board of the page is played on; one without scores has nothing to lose. */
const isPageIdle = (store: Store) =>
  listWatched(store).every((address) => {
    const { scores } = store.get(boardAtom(address))
    return !scores || isBoardIdle(scores)
  })

interface FreshPageOptions {
  /** false for pages that somebody else loads again */
  isKept?: boolean
  /** in place of waiting until no game is played */
  isIdle?(): boolean
  /** in place of what this tab remembers */
  triedRev?: FreshnessEnvironment['triedRev']
  reload?(): void
}

/** Loads this page again when there is a newer one and nobody plays. */
export function useFreshPage({
  isKept = true,
  isIdle,
  triedRev = triedInTab,
  reload = reloadPage,
}: FreshPageOptions = {}): void {
  const store = useStore()
  const askIdle = useEffectEvent(() => isIdle?.() ?? isPageIdle(store))
  const loadAgain = useEffectEvent(() => reload())
  useEffect(() => {
    if (!isKept) return
    return keepFresh({
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
      now: () => performance.now(),
      hour: () => new Date().getHours(),
      random: () => Math.random(),
      newerRev,
      isIdle: () => askIdle(),
      triedRev,
      reload: () => loadAgain(),
    })
  }, [isKept, triedRev])
}
