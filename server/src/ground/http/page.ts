import type { List } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Tables } from '../database/tables'

/** The path with these in its query; without those that are undefined. */
function withQuery(url: string, given: Record<string, number | undefined>): string {
  const address = new URL(url, 'http://host')
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, String(value))
  }
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

/** A page that goes on after the row with this id, where one is given, however many come before. */
export interface Cursor extends Paging {
  after?: number
}

/** The same of a list that takes a {@link Cursor}, newest first: given one, `next` goes on after the last row, and there is no way back. */
export const pageFrom = <Row extends { id: number }>(
  url: string,
  { after, ...paging }: Cursor,
  count: number,
  results: Row[],
): List<Row> =>
  after === undefined
    ? pageOf(url, paging, count, results)
    : {
        count,
        next:
          paging.limit > 0 && results.length === paging.limit
            ? withQuery(url, { limit: paging.limit, offset: undefined, after: results.at(-1)!.id })
            : null,
        previous: null,
        results,
      }

/** Rows of all owners are counted up to here, since nobody reads on so far: `count` is then this, and the last page has no next one. */
const mostCounted = 10_000

/** How many rows a query (SQL) has, {@link mostCounted} at most. */
export async function countRows(db: Kysely<Tables>, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${query} limit ${mostCounted}) counted`.execute(db)
  return rows[0]!.count
}
