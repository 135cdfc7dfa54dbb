import type { ShownMachine } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { mayShowMachine } from './machineVisibility'

/** Those of these machines that a board of this owner may show, by id. */
export async function shownMachines(db: Kysely<Tables>, ids: readonly number[], ownerId: number): Promise<Map<number, ShownMachine>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('venue_machines')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .select(['venue_machines.id', 'venues.id as venue_id', 'venues.name as venue_name', 'machines.id as machine_id', 'machines.name as machine_name'])
    .where('venue_machines.id', 'in', ids)
    .where(mayShowMachine(sql.ref('venue_machines.id'), sql.val(ownerId)))
    .execute()
  return new Map(rows.map((row) => [row.id, { id: row.id, venue: { id: row.venue_id, name: row.venue_name }, machine: { id: row.machine_id, name: row.machine_name } }]))
}
