/** The items sorted by their order; where orders are missing or shared, the sequence as sent counts. */
export function inOrder<Item extends { order: number }>(items: Item[]): Item[] {
  const sorted = [...items].sort((one, other) => one.order - other.order)
  const areDistinct = new Set(items.map(({ order }) => order)).size === items.length
  return areDistinct ? sorted : sorted.map((item, order) => ({ ...item, order }))
}
