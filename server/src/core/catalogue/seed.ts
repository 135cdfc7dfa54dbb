import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { machineDisplays } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { serverFolder } from '../../ground/process/config'
import { holdCatalogue, putMachines } from './put'

const Catalogue = v.array(
  v.object({
    name: v.string(),
    manufacturer: v.string(),
    year: v.nullable(v.number()),
    opdb_id: v.optional(v.string()),
    ipdb_id: v.optional(v.number()),
    /** what the catalogue of earlier programs called it */
    was: v.optional(v.string()),
    /** only where it is not the first part of its id */
    group_id: v.optional(v.string()),
    group: v.optional(v.string()),
    abbreviations: v.optional(v.array(v.string()), []),
    players: v.optional(v.number()),
    display: v.optional(v.picklist(machineDisplays)),
    system: v.optional(v.string()),
  }),
)
type Catalogue = v.InferOutput<typeof Catalogue>

/** Editions of one title share the first part of their OPDB id. */
const groupOf = ({ group_id, opdb_id }: Catalogue[number]): string | null => group_id ?? opdb_id?.split('-')[0] ?? null

/** Adds and corrects the machines of the catalogue that comes with the program; never removes one, and corrects nothing that was imported. */
export async function seedCatalogue(db: Kysely<Tables>): Promise<void> {
  const machines = v.parse(Catalogue, JSON.parse(await readFile(path.join(serverFolder, 'data/machines.json'), 'utf8')))
  await db.transaction().execute(async (trx) => {
    await holdCatalogue(trx)
    await putGroups(trx, machines)
    await putMachines(
      trx,
      machines.map((machine) => ({
        opdbId: machine.opdb_id ?? null,
        ipdbId: machine.ipdb_id ?? null,
        groupId: groupOf(machine),
        name: machine.name,
        manufacturer: machine.manufacturer,
        year: machine.year,
        display: machine.display ?? null,
        playerCount: machine.players ?? null,
        system: machine.system ?? null,
        abbreviations: machine.abbreviations,
        formerId: machine.was,
      })),
      null,
    )
  })
}

async function putGroups(db: Kysely<Tables>, machines: Catalogue) {
  const names = new Map(
    machines.flatMap((machine) => (machine.group === undefined ? [] : [[groupOf(machine), machine.group] as const])),
  )
  await sql`
    insert into machine_groups (opdb_id, name)
    select * from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as seed (opdb_id, name)
    where not exists (select from machine_groups g where g.opdb_id = seed.opdb_id and g.name = seed.name)
    on conflict (opdb_id) do update set name = excluded.name where machine_groups.imported_at is null
  `.execute(db)
}
