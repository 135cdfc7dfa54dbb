import type { MachineDisplay } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { lockNumbers } from '../../ground/database/locks'
import type { Tables } from '../../ground/database/tables'
import { moveTitles } from './moveTitles'
import { machineKey, mayBeOfOneYear } from './names'

type Db = Kysely<Tables>

/** One at a time changes the catalogue, until the end of its transaction. */
export const holdCatalogue = async (trx: Db): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${lockNumbers.catalogue})`.execute(trx))

/** A machine as a catalogue tells it; null is what the catalogue does not say. */
export interface ToldMachine {
  opdbId: string | null
  ipdbId: number | null
  /** of the Open Pinball Database; null for a machine without other editions */
  groupId: string | null
  name: string
  manufacturer: string | null
  year: number | null
  display: MachineDisplay | null
  playerCount: number | null
  system: string | null
  abbreviations: readonly string[]
  /** the id that an earlier catalogue gave it, which is another machine's now */
  formerId?: string
}

/** What a machine or group was, and is now. */
export interface Change {
  opdbId: string
  name: string
  /** 'year 1997 → 1998' */
  facts: string[]
}

export interface PutReport {
  added: number
  changed: Change[]
  unchanged: number
}

interface Facts {
  opdb_id: string | null
  ipdb_id: number | null
  name: string
  manufacturer: string
  year: number | null
  display: MachineDisplay | null
  player_count: number | null
  system: string | null
  abbreviations: string[]
  group_id: number | null
}

interface KnownMachine extends Facts {
  id: number
  owner_id: number | null
  imported_at: Date | null
}

const columns = [
  'opdb_id',
  'ipdb_id',
  'name',
  'manufacturer',
  'year',
  'display',
  'player_count',
  'system',
  'abbreviations',
  'group_id',
] as const

/**
 * Adds and corrects machines, within a transaction that holds the catalogue. Nothing is removed, what is not told stays, and
 * what owners added by themselves becomes the machine that is told of, or is joined to it.
 * @param importedAt when whoever runs the server imported them; null for the catalogue that comes with the program, which
 * adds to what was imported, and corrects none of it
 */
export async function putMachines(trx: Db, told: readonly ToldMachine[], importedAt: Date | null): Promise<PutReport> {
  await renumber(trx, told)
  const known = await trx
    .selectFrom('machines')
    .select(['id', 'owner_id', 'imported_at', ...columns])
    .orderBy('id')
    .execute()
  const groups = new Map(
    (await trx.selectFrom('machine_groups').select(['id', 'opdb_id']).execute()).map(({ id, opdb_id }) => [
      opdb_id,
      id,
    ]),
  )
  const find = finder(known)

  const report: PutReport = { added: 0, changed: [], unchanged: 0 }
  const [added, corrected]: [Facts[], (Facts & { id: number })[]] = [[], []]
  const joined: [from: number[], to: number][] = []
  for (const machine of told) {
    const [row, ...doubles] = find(machine)
    const facts = factsOf(machine, machine.groupId === null ? null : (groups.get(machine.groupId) ?? null))
    if (!row) {
      added.push(facts)
      report.added += 1
      continue
    }
    const isLeftAlone = importedAt === null && row.imported_at !== null
    const after = isLeftAlone ? completed(row, facts) : completed(facts, row)
    if (doubles.length > 0) joined.push([doubles.map(({ id }) => id), row.id])
    if (
      row.owner_id !== null ||
      (importedAt !== null && row.imported_at === null) ||
      columns.some((column) => String(row[column]) !== String(after[column]))
    )
      corrected.push({ ...after, id: row.id })
    const differing = differences(row, after)
    if (differing.length > 0) report.changed.push({ opdbId: after.opdb_id ?? '', name: after.name, facts: differing })
    else report.unchanged += 1
  }
  await write(trx, added, corrected, importedAt)
  for (const [from, to] of joined) await moveTitles(trx, from, to)
  return report
}

/** Gives machines that stood under another one's id their own. */
async function renumber(trx: Db, told: readonly ToldMachine[]): Promise<void> {
  const renumbered = told.filter(({ formerId }) => formerId !== undefined)
  if (renumbered.length === 0) return
  await sql`
    update machines m set opdb_id = given.id
    from unnest(${renumbered.map(({ opdbId }) => opdbId)}::text[], ${renumbered.map(({ formerId }) => formerId)}::text[]) as given (id, former)
    where m.opdb_id = given.former and m.imported_at is null and not exists (select from machines other where other.opdb_id = given.id)
  `.execute(trx)
}

const isOwn = ({ owner_id }: KnownMachine) => owner_id !== null

/** Finds what is known of a machine: by its ids, else by what owners called theirs; after it come others' of the same name, maker and year. Each is found once. */
function finder(known: readonly KnownMachine[]): (machine: ToldMachine) => KnownMachine[] {
  const byOpdb = new Map(known.flatMap((row) => (row.opdb_id === null ? [] : [[row.opdb_id, row] as const])))
  const byIpdb = new Map(
    known.flatMap((row) => (row.opdb_id !== null || row.ipdb_id === null ? [] : [[row.ipdb_id, row] as const])),
  )
  const own = new Map<string, KnownMachine[]>()
  for (const row of known.filter(isOwn)) own.set(machineKey(row), [...(own.get(machineKey(row)) ?? []), row])
  return (machine) => {
    const row = byOpdb.get(machine.opdbId ?? '') ?? byIpdb.get(machine.ipdbId ?? 0)
    if (own.size === 0) return row ? [row] : []
    const key = machineKey({ name: machine.name, manufacturer: machine.manufacturer ?? row?.manufacturer ?? '' })
    const year = machine.year ?? row?.year ?? null
    const [same, others] = [
      own.get(key)?.filter((one) => mayBeOfOneYear(one.year, year)) ?? [],
      own.get(key)?.filter((one) => !mayBeOfOneYear(one.year, year)) ?? [],
    ]
    if (same.length > 0) own.set(key, others)
    return row ? [row, ...same] : same
  }
}

const factsOf = (
  { opdbId, ipdbId, name, manufacturer, year, display, playerCount, system, abbreviations }: ToldMachine,
  group_id: number | null,
): Facts => ({
  opdb_id: opdbId,
  ipdb_id: ipdbId,
  name,
  manufacturer: manufacturer ?? '',
  year,
  display,
  player_count: playerCount,
  system,
  abbreviations: [...abbreviations],
  group_id,
})

/** The facts of one, completed with the other's where it has none. */
const completed = (one: Facts, other: Facts): Facts => ({
  opdb_id: one.opdb_id ?? other.opdb_id,
  ipdb_id: one.ipdb_id ?? other.ipdb_id,
  name: one.name,
  manufacturer: one.manufacturer || other.manufacturer,
  year: one.year ?? other.year,
  // Catalogues that know no digits call them letters.
  display: one.display === 'alphanumeric' && other.display === 'numeric' ? 'numeric' : (one.display ?? other.display),
  player_count: one.player_count ?? other.player_count,
  system: one.system ?? other.system,
  abbreviations: one.abbreviations.length > 0 ? one.abbreviations : other.abbreviations,
  group_id: one.group_id ?? other.group_id,
})

const told = [
  ['name', 'name'],
  ['manufacturer', 'maker'],
  ['year', 'year'],
  ['display', 'display'],
  ['player_count', 'players'],
] as const

const differences = (before: Facts, after: Facts) =>
  told.flatMap(([column, word]) =>
    before[column] === after[column] ? [] : [`${word} ${before[column] ?? 'unknown'} → ${after[column]}`],
  )

const given = (rows: readonly object[]) => sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (
  id bigint, opdb_id text, ipdb_id integer, name text, manufacturer text, year integer, display text, player_count smallint, system text, abbreviations text[], group_id bigint
)`

async function write(
  trx: Db,
  added: readonly Facts[],
  corrected: readonly (Facts & { id: number })[],
  importedAt: Date | null,
): Promise<void> {
  const facts = sql`opdb_id, ipdb_id, name, manufacturer, year, display, player_count, system, abbreviations, group_id`
  if (corrected.length > 0)
    await sql`
      update machines m set
        (${facts}) = (select ${sql.join(columns.map((column) => sql`${sql.ref(`given.${column}`)}`))}),
        owner_id = null, imported_at = coalesce(${importedAt}, m.imported_at)
      from ${given(corrected)} where m.id = given.id
    `.execute(trx)
  if (added.length > 0)
    await sql`insert into machines (${facts}, imported_at) select ${facts}, ${importedAt} from ${given(added)}`.execute(
      trx,
    )
}
