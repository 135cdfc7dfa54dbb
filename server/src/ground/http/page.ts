import type { List } from '@multiball/shared/schema'

function withQuery(url: string, given: Record<string, number>): string {
  const address = new URL(url, 'http://host')
  for (const [name, value] of Object.entries(given)) address.searchParams.set(name, String(value))
  return `${address.pathname}${address.search}`
}

/** `limit`, a page's length; `offset`, the rows before it. */
export interface Paging {
  limit: number
  offset: number
}

/**
 * The answer of a list call. `next` and `previous` are paths on the API's host, with the query as it was given.
 */
export function pageOf<Row>(url: string, { limit, offset }: Paging, count: number, results: Row[]): List<Row> {
  const at = (start: number) => withQuery(url, { limit, offset: start })
  return {
    count,
    next: limit > 0 && offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  }
}

/**
 * The same of a call that was told after which row to go on, by its id: so is `next`, however many rows come before. There is no way back.
 */
export const pageAfter = <Row extends { id: number }>(url: string, limit: number, count: number, results: Row[]): List<Row> => ({
  count,
  next: limit > 0 && results.length === limit ? withQuery(url, { limit, after: results.at(-1)!.id }) : null,
  previous: null,
  results,
})
