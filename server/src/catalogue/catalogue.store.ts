import type { Machine, MachineGroup } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'

type Db = Kysely<Tables>

/** A machine with its group. */
export type CatalogueMachine = Machine & { group_id: number | null }

const machines = (db: Db) => db.selectFrom('machines').select(['id', 'name', 'manufacturer', 'year', 'opdb_id', 'group_id', 'display', 'player_count', sql<null>`null`.as('backglass_art')])

/** The whole catalogue (some hundred titles), by name. */
export const allMachines = (db: Db): Promise<CatalogueMachine[]> => machines(db).orderBy('name').orderBy('id').execute()

export const findMachine = (db: Db, id: number): Promise<CatalogueMachine | undefined> => machines(db).where('id', '=', id).executeTakeFirst()

/** All groups with their machines, by name. */
export async function allGroups(db: Db): Promise<MachineGroup[]> {
  const { rows } = await sql<{ id: number; name: string; machines: string[] }>`
    select g.id, g.name, array_agg(m.id order by m.id) as machines
    from machine_groups g join machines m on m.group_id = g.id
    group by g.id order by g.name, g.id
  `.execute(db)
  return rows.map((row) => ({ ...row, machines: row.machines.map(Number) }))
}
