import type { ShownMachine } from '@multiball/shared/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'

/*
 * Which machines an owner's boards may show and count. Public boards open the machines that they show, see `machine_openings`.
 */

/** What a query calls a row of `venue_machines` and its row of `venues`. */
interface Standing {
  machine: string
  venue: string
}

const isOwn = (ownerId: RawBuilder<unknown>, { venue }: Standing) => sql`${sql.ref(`${venue}.owner_id`)} = ${ownerId}`

/* Asked of the two rows that the query has anyway: to plan a question that joins them again costs more than to answer it. */
const isOpen = ({ machine, venue }: Standing) => sql`exists (
  select from machine_openings opening
  where opening.venue_machine_id = ${sql.ref(`${machine}.id`)} and opening.owner_id = ${sql.ref(`${venue}.owner_id`)}
)`

/** Whether a board's owner (a column or a value) may show a machine: their own, and others' that are open to everybody. */
export const mayShowMachine = (ownerId: RawBuilder<unknown>, at: Standing): RawBuilder<boolean> =>
  sql`(${isOwn(ownerId, at)} or ${isOpen(at)})`

/** Whether a leaderboard's owner may count a machine: as mayShowMachine, but for others' whose owners keep their scores to themselves. */
export const mayCountMachine = (ownerId: RawBuilder<unknown>, at: Standing): RawBuilder<boolean> =>
  sql`(${isOwn(ownerId, at)} or ${sql.ref(`${at.machine}.counts_elsewhere`)} and ${isOpen(at)})`

/** Those of these machines that a board of this owner may show, by id. */
export async function shownMachines(
  db: Kysely<Tables>,
  ids: readonly number[],
  ownerId: number,
): Promise<Map<number, ShownMachine>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('venue_machines')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .select([
      'venue_machines.id',
      'venues.id as venue_id',
      'venues.name as venue_name',
      'machines.id as machine_id',
      'machines.name as machine_name',
      'machines.display',
      'machines.player_count',
      'machines.opdb_id',
    ])
    .where('venue_machines.id', 'in', ids)
    .where(mayShowMachine(sql.val(ownerId), { machine: 'venue_machines', venue: 'venues' }))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        venue: { id: row.venue_id, name: row.venue_name },
        machine: {
          id: row.machine_id,
          name: row.machine_name,
          display: row.display,
          player_count: row.player_count,
          opdb_id: row.opdb_id,
        },
      },
    ]),
  )
}
