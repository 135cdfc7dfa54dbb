import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

interface Reference {
  type: string
  id: number
  /** such as `items.*.id` */
  place: string
  /** what the row says; one that stood before it may be gone from the settings by now */
  position: number
  /** which of those at its place it is now, from 0 */
  rank: number
  title: number
}

/** Machines of venues, their scores and the boards that name their title move from some titles to another, and the titles are gone. */
export async function moveTitles(trx: Db, from: readonly number[], to: number): Promise<void> {
  const isOld = sql`machine_id = any (${from}::bigint[])`
  await sql`update venue_machines set machine_id = ${to} where ${isOld}`.execute(trx)
  await sql`update settled_scores set machine_id = ${to} where ${isOld}`.execute(trx)
  const { rows } = await sql<Reference>`
    select board_type as type, board_id as id, place, position, machine_id as title,
      (
        select count(*) from board_references before
        where before.board_type = named.board_type and before.board_id = named.board_id and before.place = named.place and before.position < named.position
      ) as rank
    from board_references named where ${isOld}
  `.execute(trx)
  for (const reference of rows) {
    const { type, id, place, position, title } = reference
    const board = await sql<{
      settings: object
    }>`select settings from boards where type = ${type} and id = ${id} for update`.execute(trx)
    // Deleted meanwhile, and what it named with it.
    if (!board.rows[0]) continue
    const settings = JSON.stringify(renamed(board.rows[0].settings, reference, to))
    await sql`update boards set settings = ${settings}::jsonb where type = ${type} and id = ${id}`.execute(trx)
    await sql`
      update board_references set machine_id = ${to}
      where board_type = ${type} and board_id = ${id} and place = ${place} and position = ${position} and machine_id = ${title}
    `.execute(trx)
  }
  await countOnce(trx, to)
  await sql`delete from machines where id = any (${from}::bigint[])`.execute(trx)
}

/** Where a question counts a title that others went into, it counts it once: named twice, it could not be saved any more. */
async function countOnce(trx: Db, title: number): Promise<void> {
  const { rows } = await sql<Pick<Reference, 'type' | 'id' | 'place'> & { positions: number[]; settings: object }>`
    select b.type, b.id, named.place, named.positions, b.settings from (
      select board_type, board_id, place, array_agg(position order by position) as positions from board_references
      where machine_id = ${title} and place ~ '^([^*]+[.])?items[.][*][.]id$' group by 1, 2, 3
    ) named join boards b on b.type = named.board_type and b.id = named.board_id
    where array_length(named.positions, 1) > 1
    order by b.type, b.id for update of b
  `.execute(trx)
  for (const { type, id, place, positions, settings } of rows) {
    const once = withItemOnce(settings, place.split('.').slice(0, -2), title)
    await sql`update boards set settings = ${JSON.stringify(once)}::jsonb where type = ${type} and id = ${id}`.execute(
      trx,
    )
    await sql`
      delete from board_references
      where board_type = ${type} and board_id = ${id} and place = ${place} and machine_id = ${title} and position = any (${positions.slice(1)}::integer[])
    `.execute(trx)
  }
}

/** Settings whose list at this path has an item that counts the title once, the first of them. */
function withItemOnce(value: unknown, path: readonly string[], title: number): unknown {
  const [step, ...rest] = path
  if (step === undefined) {
    if (!Array.isArray(value)) return value
    const isTitle = (item: { id?: unknown; type?: unknown }) => item.type === 'machine' && item.id === title
    const first = value.findIndex(isTitle)
    return value.filter((item: object, at) => at === first || !isTitle(item))
  }
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  return { ...value, [step]: withItemOnce((value as Record<string, unknown>)[step], rest, title) }
}

/** The settings of a board with another title where a reference stands. */
function renamed(settings: object, { place, rank, title }: Reference, to: number): unknown {
  const path = place.split('.')
  let passed = 0
  const walk = (value: unknown, at: number): unknown => {
    const step = path[at]
    if (step === undefined) {
      if (typeof value !== 'number') return value
      passed += 1
      return passed === rank + 1 && value === title ? to : value
    }
    if (step === '*') return Array.isArray(value) ? value.map((entry) => walk(entry, at + 1)) : value
    if (typeof value !== 'object' || value === null || !(step in value)) return value
    return { ...value, [step]: walk((value as Record<string, unknown>)[step], at + 1) }
  }
  return walk(settings, 0)
}
