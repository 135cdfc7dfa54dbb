import { bringBackPassing } from '@multiball/shared/boards'
import type { Store } from '@multiball/shared/live'
import { newerRev } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { reloadPage } from '../kiosk/reloadPage'

/**
 * Brings a display back whose remote is missing. A new registry comes only with a new page. In the old page
 * only what the network did is tried again by itself: a remote that did not start would stay in memory each time.
 * @param byHand a person pressed Retry
 */
export async function recover(store: Store, type: BoardType, byHand: boolean, reload = reloadPage): Promise<void> {
  if ((await newerRev()) !== undefined) return reload()
  await bringBackPassing(store, type, byHand)
}

const startAgainMs = 30_000

/** What this page loads of itself; a page that it did not come for starts again. Never fails. */
export const orStartAgain = <Loaded>(loading: Promise<Loaded>, reload = reloadPage): Promise<Loaded> =>
  loading.catch(() => new Promise<never>(() => setTimeout(reload, startAgainMs)))
