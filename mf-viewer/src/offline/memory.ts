import type { SlideshowMemory } from '@multiball/shared/embedding'
import type { BoardAddress, BoardMemory } from '@multiball/shared/live'
import { bootstrapSchema, isLiveBoardType, Slideshow } from '@multiball/shared/schema'
import type { GenericSchema } from 'valibot'
import { longestKeptMs } from './caches'
import { createKeeper, type KeeperClock } from './keeper'
import { parsed } from './parsed'
import type { Shelf } from './shelf'

interface MemoryClock extends KeeperClock {
  /** ms since 1970 */
  now(): number
}

export interface ViewerMemory {
  boards: BoardMemory
  slideshows: SlideshowMemory
  /** Writes what waits to be written. */
  flush(): void
}

/** Where a board is kept. A private one is kept with its key, and found with that key only. */
export const shelfAddress = ({ type, id, key }: BoardAddress): string =>
  `/viewer/kept/${type}/${id}${key === undefined ? '' : `?${new URLSearchParams({ key }).toString()}`}`

/** Everything that a viewer page remembers of what it showed, on one shelf. */
export function viewerMemory(shelf: Shelf, clock: MemoryClock): ViewerMemory {
  const keeper = createKeeper(shelf, clock)
  const forget = (address: BoardAddress) => keeper.forget(shelfAddress(address))

  /** Undefined also for what is too old, and for what an earlier version kept in another shape. */
  async function read<Schema extends GenericSchema>(address: BoardAddress, schema: Schema) {
    const kept = await shelf.read(shelfAddress(address))
    if (!kept) return undefined
    const body = parsed(schema, kept.body)
    if (body !== undefined && clock.now() - kept.asOf < longestKeptMs) return { body, asOf: kept.asOf }
    forget(address)
    return undefined
  }

  return {
    boards: {
      async recall(address) {
        const kept = isLiveBoardType(address.type) ? await read(address, bootstrapSchema(address.type)) : undefined
        return kept && { bootstrap: kept.body, asOf: kept.asOf }
      },
      keep: (address, { bootstrap, asOf }) => {
        const { epoch, seq, config } = bootstrap.scores
        keeper.keep(shelfAddress(address), { body: bootstrap, asOf }, `${epoch} ${seq} ${config}`)
      },
      forget,
    },
    slideshows: {
      recall: async (address) => (await read(address, Slideshow))?.body,
      keep: (address, slideshow) => keeper.keep(shelfAddress(address), { body: slideshow, asOf: clock.now() }, JSON.stringify(slideshow)),
      forget,
    },
    flush: keeper.flush,
  }
}
