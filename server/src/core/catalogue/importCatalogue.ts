import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { naturalName } from './names'
import { kindOf } from './opdb'
import type { GivenCatalogue, GivenGroup, GivenMachine, Skipped } from './opdb'
import { holdCatalogue, putMachines } from './put'
import type { PutReport, ToldMachine } from './put'

type Db = Kysely<Tables>

export interface ImportReport {
  machines: PutReport
  groups: PutReport
  skipped: Skipped[]
  /** machines of the catalogue that the file does not name: they stay */
  others: number
}

class DryRun extends Error {}

/**
 * Brings machines and groups to what a file says, in one transaction. Nothing is removed, what the file does not say
 * stays, and venues keep their machines and names. `isDry` changes nothing and answers the same.
 */
export async function importCatalogue(
  db: Db,
  given: GivenCatalogue,
  { isDry = false, now = new Date() } = {},
): Promise<ImportReport> {
  let report: ImportReport | undefined
  try {
    await db.transaction().execute(async (trx) => {
      await holdCatalogue(trx)
      report = await importWithin(trx, given, now)
      if (isDry) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return report!
}

async function importWithin(trx: Db, given: GivenCatalogue, now: Date): Promise<ImportReport> {
  const known = new Set(
    (await trx.selectFrom('machines').select('opdb_id').where('opdb_id', 'is not', null).execute()).map(
      ({ opdb_id }) => opdb_id,
    ),
  )
  const wanted = given.machines.filter(({ opdbId, isBuilt }) => isBuilt || known.has(opdbId))
  const unbuilt = given.machines.filter((machine) => !wanted.includes(machine))
  const groups = await putGroups(trx, given.groups, wanted, now)
  const machines = await putMachines(trx, wanted.map(asTold), now)
  return {
    machines,
    groups,
    skipped: [
      ...given.skipped,
      ...unbuilt.map(({ opdbId, name }) => ({
        reason: 'never built as such, only its editions were',
        what: `${opdbId} ${name}`,
      })),
    ],
    others: known.size - wanted.filter(({ opdbId }) => known.has(opdbId)).length,
  }
}

const asTold = ({
  opdbId,
  ipdbId,
  groupId,
  name,
  manufacturer,
  year,
  display,
  playerCount,
  abbreviations,
}: GivenMachine): ToldMachine => ({
  opdbId,
  ipdbId,
  groupId,
  name: naturalName(name),
  manufacturer,
  year,
  display: kindOf(display, year),
  playerCount,
  system: null,
  abbreviations,
})

/** A group that the file does not name is called as its first machine, without what its edition is called. */
const nameAfter = ({ name }: GivenMachine) => naturalName(name.replace(/\s*\([^()]*\)$/, '') || name)

async function putGroups(
  trx: Db,
  given: readonly GivenGroup[],
  machines: readonly GivenMachine[],
  now: Date,
): Promise<PutReport> {
  const { rows } = await sql<{ opdb_id: string; name: string }>`select opdb_id, name from machine_groups`.execute(trx)
  const known = new Map(rows.map(({ opdb_id, name }) => [opdb_id, name]))
  const named = new Map(given.map(({ opdbId, name }) => [opdbId, naturalName(name)]))
  const hasMachine = new Set(machines.map(({ groupId }) => groupId))
  const after = new Map<string, string>()
  for (const machine of machines) {
    const { groupId } = machine
    after.set(groupId, after.get(groupId) ?? named.get(groupId) ?? known.get(groupId) ?? nameAfter(machine))
  }
  // A file of groups alone names those that are known; a group without machines is nothing to choose.
  for (const [opdbId, name] of named) if (known.has(opdbId) && !hasMachine.has(opdbId)) after.set(opdbId, name)
  await sql`
    insert into machine_groups (opdb_id, name, imported_at)
    select opdb_id, name, ${now} from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::text[]) as given (opdb_id, name)
    on conflict (opdb_id) do update set name = excluded.name, imported_at = excluded.imported_at
    where machine_groups.imported_at is null or machine_groups.name <> excluded.name
  `.execute(trx)
  const changed = [...after].flatMap(([opdbId, name]) => {
    const before = known.get(opdbId)
    return before === undefined || before === name ? [] : [{ opdbId, name, facts: [`name ${before} → ${name}`] }]
  })
  const added = [...after.keys()].filter((opdbId) => !known.has(opdbId)).length
  return { added, changed, unchanged: after.size - added - changed.length }
}
