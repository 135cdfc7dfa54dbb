import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from './tables'
import { serverFolder } from '../serverFolder'
import { holdCatalogue } from './holdCatalogue'

const Catalogue = v.array(
  v.object({ name: v.string(), manufacturer: v.string(), year: v.nullable(v.number()), opdb_id: v.string(), group: v.string() }),
)
type Catalogue = v.InferOutput<typeof Catalogue>

/** Editions of one title share the first part of their OPDB id. */
const groupOf = (opdbId: string) => opdbId.split('-')[0]!

/** Adds and corrects the machines of the catalogue that comes with the program; never removes one, and leaves alone what was imported. */
export async function seedCatalogue(db: Kysely<Tables>): Promise<void> {
  const machines = v.parse(Catalogue, JSON.parse(await readFile(path.join(serverFolder, 'data/machines.json'), 'utf8')))
  await db.transaction().execute(async (trx) => {
    await holdCatalogue(trx)
    await upsertGroups(trx, machines)
    await upsertMachines(trx, machines)
  })
}

async function upsertGroups(db: Kysely<Tables>, machines: Catalogue) {
  const names = new Map(machines.map(({ opdb_id, group }) => [groupOf(opdb_id), group]))
  await sql`
    insert into machine_groups (opdb_id, name)
    select * from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as seed (opdb_id, name)
    where not exists (select from machine_groups g where g.opdb_id = seed.opdb_id and g.name = seed.name)
    on conflict (opdb_id) do update set name = excluded.name where machine_groups.imported_at is null
  `.execute(db)
}

async function upsertMachines(db: Kysely<Tables>, machines: Catalogue) {
  const column = <Key extends keyof Catalogue[number]>(key: Key) => machines.map((machine) => machine[key])
  await sql`
    insert into machines (opdb_id, name, manufacturer, year, group_id)
    select seed.opdb_id, seed.name, seed.manufacturer, seed.year, g.id
    from unnest(${column('opdb_id')}::text[], ${column('name')}::text[], ${column('manufacturer')}::text[], ${column('year')}::int[])
      as seed (opdb_id, name, manufacturer, year)
    join machine_groups g on g.opdb_id = split_part(seed.opdb_id, '-', 1)
    where not exists (
      select from machines m
      where (m.opdb_id, m.name, m.manufacturer) = (seed.opdb_id, seed.name, seed.manufacturer)
        and m.year is not distinct from seed.year and m.group_id = g.id
    )
    on conflict (opdb_id) do update
      set name = excluded.name, manufacturer = excluded.manufacturer, year = excluded.year, group_id = excluded.group_id
      where machines.imported_at is null
  `.execute(db)
}
