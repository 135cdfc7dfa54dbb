/*
 * What a viewer leaves in its browser, read by the page and by its worker. A name is changed with the shape of what is
 * under it: the worker removes caches of ours that are not listed here.
 */

const prefix = 'multiball-'

export const cacheNames = {
  /** HTML of viewer pages, nobody else's */
  pages: `${prefix}pages-2`,
  /** published files, which never change */
  files: `${prefix}files-1`,
  /** the hashes of published files, a list for each version */
  hashes: `${prefix}hashes-1`,
  /** pictures of slideshows, by the hash that they have */
  pictures: `${prefix}pictures-2`,
  /** boards and slideshows as they were last heard */
  boards: `${prefix}boards-1`,
} as const

/** The most that each may hold; what was used longest ago goes first. A viewer page has about 30 files. */
export const mostEntries = { pages: 30, files: 300, hashes: 60, pictures: 60, boards: 60 } as const satisfies Record<
  keyof typeof cacheNames,
  number
>

/** A board that was not heard of for so long is not shown from memory any more. */
export const longestKeptMs = 7 * 24 * 60 * 60 * 1000

/** True for a cache of ours that no version of today reads. */
export const isLeftOver = (name: string): boolean =>
  name.startsWith(prefix) && !(Object.values(cacheNames) as string[]).includes(name)

/** Something that a server said, and when. */
export interface Kept {
  body: unknown
  /** ms since 1970 */
  asOf: number
}

/** Of a kept answer: its `asOf`. */
export const asOfHeader = 'x-as-of'

/** Keeps JSON by address for the pages that come after this one. Nothing of it throws: without a store nothing is kept. */
export interface JsonCache {
  read(address: string): Promise<Kept | undefined>
  write(address: string, kept: Kept): Promise<void>
  remove(address: string): Promise<void>
}
