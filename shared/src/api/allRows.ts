import type { List } from '@multiball/shared/schema'

/** Nobody owns more pages than these; a list that never ends does not hold up a form for ever. */
const mostPages = 50

/**
 * All rows of a list, page after page: what is chosen from must not end where a page does. `page` reads the rows from an
 * offset on, undefined for the first ones. A row that moved to the next page meanwhile is there once. Throws what `page` throws.
 */
export async function allRows<Row extends { id: number }>(
  page: (offset?: number) => Promise<List<Row>>,
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  let read = 0
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { results, next } = await page(read || undefined)
    for (const row of results) rows.set(row.id, row)
    read += results.length
    if (next === null || results.length === 0) break
  }
  return [...rows.values()]
}
