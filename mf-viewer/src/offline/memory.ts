import type { SlideshowMemory } from '@multiball/shared/embedding'
import { browserEnvironment, type BoardAddress, type BoardMemory } from '@multiball/shared/live'
import { bootstrapSchema, isLiveBoardType, Slideshow } from '@multiball/shared/schema'
import type { GenericSchema, InferOutput } from 'valibot'
import { asOfHeader, cacheNames, longestKeptMs, type JsonCache, type Kept } from './caches'

/** What a schema makes of a value; undefined where it refuses. Asks the schema itself: valibot's own function would bring a second copy of it into the page. */
export function parsed<Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> | undefined {
  const result = schema['~standard'].validate(value)
  return 'then' in result || result.issues ? undefined : (result.value as InferOutput<Schema>)
}

/** What of time a memory needs; a test gives its own. */
interface Clock {
  /** ms since 1970 */
  now(): number
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

/** Takes everything at any pace, and writes the newest of it now and then. */
function writeBehind(cache: JsonCache, clock: Clock) {
  const waiting = new Map<string, Waiting>()
  /** what of each address is written, since when; `done` once it is */
  const written = new Map<string, { mark: string; asOf: number; done: Promise<void> }>()
  let timer: unknown

  function flush() {
    clock.clearTimeout(timer)
    timer = undefined
    for (const [address, { mark, body, asOf }] of waiting) {
      written.set(address, { mark, asOf, done: cache.write(address, { body, asOf }) })
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
      const last = written.get(address)
      waiting.delete(address)
      written.delete(address)
      void cache.remove(address)
      // A write under way would bring it back; what was written after this is wanted again.
      void last?.done.then(() => (written.has(address) ? undefined : cache.remove(address)))
    },
  }
}

interface ViewerMemory {
  boards: BoardMemory
  slideshows: SlideshowMemory
  /** Writes what waits to be written. */
  flush(): void
}

/** Where a board is kept. A private one is kept with its key, and found with that key only. */
export const cacheAddress = ({ type, id, key }: BoardAddress): string =>
  `/viewer/kept/${type}/${id}${key === undefined ? '' : `?${new URLSearchParams({ key }).toString()}`}`

/** Everything that a viewer page remembers of what it showed. */
export function viewerMemory(cache: JsonCache, clock: Clock): ViewerMemory {
  const writer = writeBehind(cache, clock)
  const forget = (address: BoardAddress) => writer.forget(cacheAddress(address))

  /** Undefined also for what is too old, and for what an earlier version kept in another shape. */
  async function read<Schema extends GenericSchema>(address: BoardAddress, schema: Schema) {
    const kept = await cache.read(cacheAddress(address))
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
        writer.keep(cacheAddress(address), { body: bootstrap, asOf }, `${epoch} ${seq} ${config}`)
      },
      forget,
    },
    slideshows: {
      recall: async (address) => (await read(address, Slideshow))?.body,
      keep: (address, slideshow) =>
        writer.keep(cacheAddress(address), { body: slideshow, asOf: clock.now() }, JSON.stringify(slideshow)),
      forget,
    },
    flush: writer.flush,
  }
}

/** In the browser's cache storage, which only secure pages have. */
const browserCache: JsonCache = {
  async read(address) {
    try {
      const answer = await caches.match(address, { cacheName: cacheNames.boards })
      return answer && { body: await answer.json(), asOf: Number(answer.headers.get(asOfHeader)) }
    } catch {
      return undefined
    }
  },
  async write(address, kept) {
    try {
      // Of no use to a first paint.
      const { writeBoard } = await import('./writeBoard')
      await writeBoard(address, kept)
    } catch {
      // The storage is full or closed: the board lives without.
    }
  },
  async remove(address) {
    try {
      await (await caches.open(cacheNames.boards)).delete(address)
    } catch {
      // As above.
    }
  },
}

let slideshows: SlideshowMemory | undefined

/** What this page remembers of slideshows; undefined where nothing is remembered, as below the dashboard. */
export const slideshowMemory = (): SlideshowMemory | undefined => slideshows

/** From now on this page remembers what it shows, and what the page before it showed stands in while the server is away. */
export function startMemory(): void {
  // Only secure pages have it: https, or this machine.
  if (!('caches' in globalThis)) return
  const memory = viewerMemory(browserCache, {
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout> | undefined),
  })
  browserEnvironment.memory = memory.boards
  slideshows = memory.slideshows
  addEventListener('pagehide', memory.flush)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && memory.flush())
}
