import * as v from 'valibot'

/** Place of an item among those of its board; where places are missing or shared, the sequence as sent counts. */
export const Order = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0)

/** The items sorted by their order; where orders are missing or shared, the sequence as sent counts. */
export function inOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  const sorted = [...items].sort((one, other) => one.order - other.order)
  const areDistinct = new Set(items.map(({ order }) => order)).size === items.length
  return areDistinct ? sorted : sorted.map((item, order) => ({ ...item, order }))
}
