import type { Kept, Shelf } from './shelf'

/** What a keeper needs of the outer world; a test gives its own. */
export interface KeeperClock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

interface Waiting extends Kept {
  mark: string
}

/** Soon enough for a page that is opened for a moment, and after the first paint. */
const firstWriteMs = 2000
/** A board in play changes 20 times a second; the flash of a TV stick does not last for ever. */
const writeMs = 15_000
/** Nothing changed but the time at which it was heard. */
const renewMs = 5 * 60_000
const mostMarks = 200

export type Keeper = ReturnType<typeof createKeeper>

/** Takes everything at any pace and puts the newest of it onto the shelf now and then. */
export function createKeeper(shelf: Shelf, clock: KeeperClock) {
  const waiting = new Map<string, Waiting>()
  /** what of each address is on the shelf, since when */
  const written = new Map<string, { mark: string; asOf: number }>()
  let timer: unknown

  function flush() {
    clock.clearTimeout(timer)
    timer = undefined
    for (const [address, { mark, body, asOf }] of waiting) {
      written.set(address, { mark, asOf })
      void shelf.write(address, { body, asOf })
    }
    waiting.clear()
    if (written.size > mostMarks) written.clear()
  }

  return {
    /** @param mark the same for bodies that say the same */
    keep(address: string, { body, asOf }: Kept, mark: string) {
      const last = written.get(address)
      if (last?.mark === mark && asOf - last.asOf < renewMs) return void waiting.delete(address)
      waiting.set(address, { mark, body, asOf })
      timer ??= clock.setTimeout(flush, last ? writeMs : firstWriteMs)
    },
    /** Writes what waits: the page may be about to go. */
    flush,
    forget(address: string) {
      waiting.delete(address)
      written.delete(address)
      void shelf.remove(address)
    },
  }
}
