import { cacheNames } from './caches'

/** Something that a server said, and when. */
export interface Kept {
  body: unknown
  /** ms since 1970 */
  asOf: number
}

/** Keeps JSON by address for the pages that come after this one. Nothing of it throws: without a store nothing is kept. */
export interface Shelf {
  read(address: string): Promise<Kept | undefined>
  write(address: string, kept: Kept): Promise<void>
  remove(address: string): Promise<void>
}

export const asOfHeader = 'x-as-of'

/** A shelf in the browser's cache storage, which only secure pages have. */
export const browserShelf: Shelf = {
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
      const { putOnShelf } = await import('./putOnShelf')
      await putOnShelf(address, kept)
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
