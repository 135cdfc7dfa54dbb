import type { ComboboardInput } from '@multiball/shared/schema'

/** A place of the grid. While the form is open `order` names it, wherever it stands; a save counts anew. */
export type Item = ComboboardInput['items'][number]

/** `item_id` of a place that has no board yet; the schema refuses it with its sentence. */
const none = 0

export const noBoard = (order: number): Item => ({ item_type: 'scoreboard', item_id: none, order })

export const hasBoard = ({ item_id }: Item) => item_id !== none

export const isSameBoard = (one: Item, other: Item) => one.item_type === other.item_type && one.item_id === other.item_id

export const withNewItem = (items: readonly Item[]): Item[] => [...items, noBoard(Math.max(-1, ...items.map(({ order }) => order)) + 1)]

export const withoutItem = (items: readonly Item[], at: number): Item[] => items.filter((_, index) => index !== at)

/** The item at this place one place up (-1) or down (1). */
export function withMovedItem(items: readonly Item[], at: number, by: -1 | 1): Item[] {
  const moved = [...items]
  const [item] = moved.splice(at, 1)
  if (item) moved.splice(at + by, 0, item)
  return moved
}

/** In the order in which they stand. */
export const inOrder = (items: readonly Item[]): Item[] => items.map((item, order) => ({ ...item, order }))

/** Which places the sentence about the items is about: those without a board, else those whose board came before. */
export function placesInError(items: readonly Item[]): Set<number> {
  const places = items.map((_, at) => at)
  const empty = places.filter((at) => !hasBoard(items[at]!))
  if (empty.length > 0) return new Set(empty)
  return new Set(places.filter((at) => items.slice(0, at).some((item) => isSameBoard(item, items[at]!))))
}
