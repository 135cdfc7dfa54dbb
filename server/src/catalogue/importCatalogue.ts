import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { holdCatalogue } from '../database/holdCatalogue'
import type { GivenCatalogue, GivenGroup, GivenMachine, Skipped } from './opdb'

type Db = Kysely<Tables>

/** What a machine or group was, and is now. */
export interface Change {
  opdbId: string
  name: string
  /** 'year 1997 → 1998' */
  facts: string[]
}

export interface ImportReport {
  machines: { added: number; changed: Change[]; unchanged: number }
  groups: { added: number; changed: Change[]; unchanged: number }
  skipped: Skipped[]
  /** machines of the catalogue that the file does not name: they stay */
  others: number
}

interface KnownMachine {
  opdb_id: string
  name: string
  manufacturer: string
  year: number | null
  display: string | null
  player_count: number | null
}

class DryRun extends Error {}

/**
 * Brings machines and groups to what a file says, in one transaction. Nothing is removed, what the file does not say
 * stays, and venues keep their machines and names. `isDry` changes nothing and answers the same.
 */
export async function importCatalogue(db: Db, given: GivenCatalogue, { isDry = false, now = new Date() } = {}): Promise<ImportReport> {
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
  const known = new Map((await knownMachines(trx)).map((machine) => [machine.opdb_id, machine]))
  const wanted = given.machines.filter(({ opdbId, isBuilt }) => isBuilt || known.has(opdbId))
  const unbuilt = given.machines.filter((machine) => !wanted.includes(machine))
  const groups = await putGroups(trx, given.groups, wanted, now)
  const machines = await putMachines(trx, wanted, known, now)
  return {
    machines,
    groups,
    skipped: [...given.skipped, ...unbuilt.map(({ opdbId, name }) => ({ reason: 'never built as such, only its editions were', what: `${opdbId} ${name}` }))],
    others: known.size - machines.changed.length - machines.unchanged,
  }
}

const knownMachines = async (db: Db): Promise<KnownMachine[]> =>
  (await sql<KnownMachine>`select opdb_id, name, manufacturer, year, display, player_count from machines where opdb_id is not null`.execute(db)).rows

/** What is known of a machine, with what the file says of it. */
const merged = (machine: GivenMachine, known: KnownMachine | undefined): KnownMachine => ({
  opdb_id: machine.opdbId,
  name: machine.name,
  manufacturer: machine.manufacturer ?? known?.manufacturer ?? '',
  year: machine.year ?? known?.year ?? null,
  display: machine.display ?? known?.display ?? null,
  player_count: machine.playerCount ?? known?.player_count ?? null,
})

const facts = [
  ['name', 'name'],
  ['manufacturer', 'maker'],
  ['year', 'year'],
  ['display', 'display'],
  ['player_count', 'players'],
] as const

const differences = (before: KnownMachine, after: KnownMachine) =>
  facts.flatMap(([column, word]) => (before[column] === after[column] ? [] : [`${word} ${before[column] ?? 'unknown'} → ${after[column]}`]))

async function putMachines(trx: Db, wanted: readonly GivenMachine[], known: ReadonlyMap<string, KnownMachine>, now: Date): Promise<ImportReport['machines']> {
  const after = wanted.map((machine) => ({ ...merged(machine, known.get(machine.opdbId)), group: machine.groupId }))
  const compared = after.map((machine) => ({ machine, before: known.get(machine.opdb_id) })).map((pair) => ({ ...pair, facts: pair.before ? differences(pair.before, pair.machine) : [] }))
  await sql`
    insert into machines (opdb_id, name, manufacturer, year, display, player_count, group_id, imported_at)
    select given.opdb_id, given.name, given.manufacturer, given.year, given.display, given.player_count, g.id, ${now}
    from json_to_recordset(${JSON.stringify(after)}::json)
      as given (opdb_id text, name text, manufacturer text, year int, display text, player_count smallint, "group" text)
    join machine_groups g on g.opdb_id = given."group"
    on conflict (opdb_id) do update set
      name = excluded.name, manufacturer = excluded.manufacturer, year = excluded.year, display = excluded.display,
      player_count = excluded.player_count, group_id = excluded.group_id, imported_at = excluded.imported_at
    where machines.imported_at is null
      or (machines.name, machines.manufacturer, machines.year, machines.display, machines.player_count, machines.group_id)
        is distinct from (excluded.name, excluded.manufacturer, excluded.year, excluded.display, excluded.player_count, excluded.group_id)
  `.execute(trx)
  const changed = compared.flatMap(({ machine: { opdb_id, name }, facts: differing }) => (differing.length > 0 ? [{ opdbId: opdb_id, name, facts: differing }] : []))
  const added = compared.filter(({ before }) => before === undefined).length
  return { added, changed, unchanged: after.length - added - changed.length }
}

/** A group that the file does not name is called as its first machine, without what its edition is called. */
const nameAfter = ({ name }: GivenMachine) => name.replace(/\s*\([^()]*\)$/, '') || name

async function putGroups(trx: Db, given: readonly GivenGroup[], machines: readonly GivenMachine[], now: Date): Promise<ImportReport['groups']> {
  const { rows } = await sql<{ opdb_id: string; name: string }>`select opdb_id, name from machine_groups`.execute(trx)
  const known = new Map(rows.map(({ opdb_id, name }) => [opdb_id, name]))
  const named = new Map(given.map(({ opdbId, name }) => [opdbId, name]))
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
