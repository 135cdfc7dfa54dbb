import type { List } from '@multiball/shared/schema'

/** `limit`, a page's length; `offset`, the rows before it. */
export interface Paging {
  limit: number
  offset: number
}

/**
 * The answer of a list call. `next` and `previous` are paths on the API's host, with the query as it was given.
 */
export function pageOf<Row>(url: string, { limit, offset }: Paging, count: number, results: Row[]): List<Row> {
  const at = (start: number) => {
    const address = new URL(url, 'http://host')
    address.searchParams.set('limit', String(limit))
    address.searchParams.set('offset', String(start))
    return `${address.pathname}${address.search}`
  }
  return {
    count,
    next: limit > 0 && offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  }
}
