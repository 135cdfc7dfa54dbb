import type { Machine, MachineGroup } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** A machine with its group, and what it is found and sorted by. */
export type CatalogueMachine = Machine & {
  group_id: number | null
  owner_id: number | null
  system: string | null
  abbreviations: string[]
}

const machines = (db: Db) =>
  db
    .selectFrom('machines')
    .select([
      'id',
      'name',
      'manufacturer',
      'year',
      'opdb_id',
      'group_id',
      'owner_id',
      'display',
      'player_count',
      'system',
      'abbreviations',
      sql<null>`null`.as('backglass_art'),
    ])

/** The whole catalogue (some thousand titles). */
export const allMachines = (db: Db): Promise<CatalogueMachine[]> => machines(db).where('owner_id', 'is', null).execute()

/** Another text once anything of the catalogue was written: to read and index all of it costs a hundred times as much. */
export async function catalogueVersion(db: Db): Promise<string> {
  const written = sql`concat_ws(':', count(*), max(xmin::text::bigint))`
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', (select ${written} from machines where owner_id is null), (select ${written} from machine_groups)) as version
  `.execute(db)
  return rows[0]!.version
}

/** What an owner added by themselves, as far as it stands in one of their venues. */
export const ownMachines = (db: Db, ownerId: number): Promise<CatalogueMachine[]> =>
  machines(db)
    .where('owner_id', '=', ownerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('venue_machines')
          .select('id')
          .whereRef('machine_id', '=', 'machines.id')
          .where('retired_at', 'is', null),
      ),
    )
    .execute()

/** One of the catalogue, or of the reader's own. */
export const findMachine = (db: Db, id: number, reader: number | undefined): Promise<CatalogueMachine | undefined> =>
  machines(db)
    .where('id', '=', id)
    .where((where) =>
      where.or([where('owner_id', 'is', null), ...(reader === undefined ? [] : [where('owner_id', '=', reader)])]),
    )
    .executeTakeFirst()

/** All groups with their machines. */
export async function allGroups(db: Db): Promise<MachineGroup[]> {
  const { rows } = await sql<{ id: number; name: string; machines: string[] }>`
    select g.id, g.name, array_agg(m.id order by m.id) as machines
    from machine_groups g join machines m on m.group_id = g.id
    group by g.id
  `.execute(db)
  return rows.map((row) => ({ ...row, machines: row.machines.map(Number) }))
}
