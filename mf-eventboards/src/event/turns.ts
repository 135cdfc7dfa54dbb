/** Which page it is time for: pages follow from the time, so that two TVs show the same one. */
export const slotAt = (nowMs: number, seconds: number): number => Math.floor(nowMs / (seconds * 1000))

/** The entries of the page that it is time for, all pages but the last one full. */
export function pageOf<Entry>(
  entries: readonly Entry[],
  perPage: number,
  slot: number,
): { page: readonly Entry[]; first: number } {
  const pages = Math.max(1, Math.ceil(entries.length / perPage))
  const first = (slot % pages) * perPage
  return { page: entries.slice(first, first + perPage), first }
}

/**
 * As many entries as there is room for, `first` ahead of all; the others take turns, from one page to the next without an
 * empty place.
 */
export function windowOf<Entry>(
  first: readonly Entry[],
  others: readonly Entry[],
  room: number,
  slot: number,
): Entry[] {
  if (first.length > room) return windowOf([], first, room, slot)
  if (first.length + others.length <= room) return [...first, ...others]
  // By the whole room, so that pages stay the same while somebody is ahead.
  const start = (slot * room) % others.length
  return [...first, ...others.slice(start), ...others.slice(0, start)].slice(0, room)
}
