/** The entry at this place so many places up (below 0) or down. */
export function moved<Entry>(entries: readonly Entry[], at: number, by: number): Entry[] {
  const list = [...entries]
  const [entry] = list.splice(at, 1)
  if (entry !== undefined) list.splice(at + by, 0, entry)
  return list
}

export const without = <Entry>(entries: readonly Entry[], at: number): Entry[] =>
  entries.filter((_, index) => index !== at)

/** One more row key, which no other row has. */
export const withNewKey = (keys: readonly number[]): number[] => [...keys, Math.max(-1, ...keys) + 1]

/** Items as they are sent: `order` says where each stands. */
export const inOrder = <Item extends { order: number }>(items: readonly Item[]): Item[] =>
  items.map((item, order) => ({ ...item, order }))

/**
 * Which places a sentence about a list is about: those that name nothing yet, else those that name what came before.
 * @param nameOf undefined for an item that names nothing yet
 */
export function placesInError<Item>(items: readonly Item[], nameOf: (item: Item) => string | undefined): number[] {
  const names = items.map(nameOf)
  const places = items.map((_, at) => at)
  const empty = places.filter((at) => names[at] === undefined)
  return empty.length > 0 ? empty : places.filter((at) => names.indexOf(names[at]) < at)
}
