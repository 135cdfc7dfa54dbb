import type { MachineDisplay, VenueInput, VenueMachineChange } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { publicUserColumns } from '../accounts/publicUser'
import type { PublicUserRow } from '../accounts/publicUser'
import { holdAccount, quotas, requireRoom } from '../accounts/quotas'
import { wordPatterns } from '../../ground/database/like'
import { naturally } from '../../ground/database/naturally'
import type { Tables } from '../../ground/database/tables'
import { countRows } from '../../ground/http/page'

type Db = Kysely<Tables>

interface ListOptions {
  search: string
  column: 'id' | 'name'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

export interface MachineListOptions extends ListOptions {
  /** who asks: he sees his own machines, and those that are open to everybody */
  reader: number
  owner?: number
  venueId?: number
}

export const findOwner = (db: Db, id: number): Promise<PublicUserRow> =>
  db.selectFrom('users').select(publicUserColumns).where('id', '=', id).executeTakeFirstOrThrow()

/** These users by their ids. */
export async function findOwners(db: Db, ids: number[]): Promise<Map<number, PublicUserRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(publicUserColumns)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const hasVenueKey = sql<boolean>`exists (select from venue_keys where venue_keys.venue_id = venues.id)`.as('has_key')

export async function listVenues(
  db: Db,
  { ownerId, search, column, direction, limit, offset }: ListOptions & { ownerId: number },
) {
  const matching = db
    .selectFrom('venues')
    .where('owner_id', '=', ownerId)
    .where('retired_at', 'is', null)
    .where(sql<boolean>`name ilike all (${wordPatterns(search)}::text[])`)
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await matching
    .select(['id', 'name', 'time_zone', hasVenueKey])
    .orderBy(column === 'name' ? naturally('name') : 'id', direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

export const findVenue = (db: Db, id: number, ownerId: number) =>
  db
    .selectFrom('venues')
    .select(['id', 'name', 'time_zone', hasVenueKey])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

/** Throws 400 where the owner has too many; those that were removed count, too: they stay for their scores. */
export const insertVenue = (db: Db, ownerId: number, venue: VenueInput) =>
  db.transaction().execute(async (trx) => {
    await requireRoom(
      trx,
      ownerId,
      sql`select from venues where owner_id = ${ownerId}`,
      quotas.venues,
      'venues, removed ones included',
    )
    return trx
      .insertInto('venues')
      .values({ owner_id: ownerId, ...venue })
      .returning(['id', 'name', 'time_zone', hasVenueKey])
      .executeTakeFirstOrThrow()
  })

/** Undefined when this owner has no such venue. */
export const updateVenue = (db: Db, id: number, ownerId: number, venue: VenueInput) =>
  db
    .updateTable('venues')
    .set(venue)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('retired_at', 'is', null)
    .returning(['id', 'name', 'time_zone', hasVenueKey])
    .executeTakeFirst()

export const machinesOf = async (db: Db, venueId: number): Promise<number[]> =>
  (await db.selectFrom('venue_machines').select('id').where('venue_id', '=', venueId).execute()).map(({ id }) => id)

/** Within the transaction that retires machines: nothing that sends for them is let in any more. Answers the hashes of its tokens and keys. */
export type CutOff = (trx: Db, venueMachineIds: readonly number[]) => Promise<Buffer[]>

/** Machines that were retired, and the hashes of what sent for them. */
export interface Retired {
  machines: number[]
  senders: Buffer[]
}

/** A venue goes with its machines; their scores stay. Undefined when this owner has no such venue. */
export const retireVenue = (db: Db, id: number, ownerId: number, cutOff: CutOff): Promise<Retired | undefined> =>
  db.transaction().execute(async (trx) => {
    const retired = await trx
      .updateTable('venues')
      .set({ retired_at: new Date() })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('retired_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!retired) return undefined
    await trx
      .updateTable('venue_machines')
      .set({ retired_at: new Date() })
      .where('venue_id', '=', id)
      .where('retired_at', 'is', null)
      .execute()
    const machines = await machinesOf(trx, id)
    const keys = await trx.deleteFrom('venue_keys').where('venue_id', '=', id).returning('hash').execute()
    return { machines, senders: [...keys.map(({ hash }) => hash), ...(await cutOff(trx, machines))] }
  })

const venueMachines = (db: Db) =>
  db
    .selectFrom('venue_machines')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')

const machineColumns = [
  'venue_machines.id',
  'venue_machines.venue_id',
  'venues.name as venue_name',
  'venues.owner_id',
  'venue_machines.machine_id',
  'machines.name as machine_name',
  'machines.display',
  'machines.player_count',
  'venue_machines.last_heard_at',
  'venue_machines.counts_elsewhere',
  sql<
    string | null
  >`(select mark::text from machine_marks where venue_machine_id = venue_machines.id and until is null)`.as('mark'),
  sql<boolean>`exists (select from devices where devices.venue_machine_id = venue_machines.id)`.as('has_device'),
  sql<boolean>`exists (select from device_keys where device_keys.venue_machine_id = venue_machines.id)`.as('has_key'),
  sql<boolean>`coalesce(venue_machines.key_shared_at > now() - interval '1 hour', false)`.as('key_is_shared'),
] as const

export interface VenueMachineRow {
  id: number
  venue_id: number
  venue_name: string
  owner_id: number
  machine_id: number
  machine_name: string
  display: MachineDisplay | null
  player_count: number | null
  last_heard_at: Date | null
  counts_elsewhere: boolean
  /** digits */
  mark: string | null
  has_device: boolean
  has_key: boolean
  key_is_shared: boolean
}

export async function listVenueMachines(
  db: Db,
  options: MachineListOptions,
): Promise<{ count: number; rows: VenueMachineRow[] }> {
  const { reader, owner, venueId, search, column, direction, limit, offset } = options
  let matching = venueMachines(db)
    .where(
      sql<boolean>`(venues.owner_id = ${reader} or exists (select from open_machines open where open.id = venue_machines.id))`,
    )
    .where('venue_machines.retired_at', 'is', null)
    .where(sql<boolean>`machines.name || ' ' || venues.name ilike all (${wordPatterns(search)}::text[])`)
  if (owner !== undefined) matching = matching.where('venues.owner_id', '=', owner)
  if (venueId !== undefined) matching = matching.where('venues.id', '=', venueId)
  const count = await countRows(db, matching.select('venue_machines.id'))
  const rows = await matching
    .select(machineColumns)
    .orderBy(column === 'name' ? naturally('machines.sort_name') : 'venue_machines.id', direction)
    .orderBy('venue_machines.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** Also one that was removed: boards and scores still name it. */
export const findVenueMachine = (db: Db, id: number): Promise<VenueMachineRow | undefined> =>
  venueMachines(db).select(machineColumns).where('venue_machines.id', '=', id).executeTakeFirst()

/** Whether the public can see this machine's scores anyway: a public scoreboard of its owner shows it. */
export const isShownInPublic = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('open_machines').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** An owner's machines, removed ones included, for quotas. */
const machinesOwnedBy = (ownerId: number) =>
  sql`select from venue_machines m join venues v on v.id = m.venue_id where v.owner_id = ${ownerId}`
const ofMachines = 'machines, removed ones included'

/** Holds a venue until the transaction ends, so that one that is retired at that moment takes along what comes into it. False when it is not this owner's. */
async function holdVenue(trx: Db, ownerId: number, venueId: number): Promise<boolean> {
  const venue = await trx
    .selectFrom('venues')
    .select('id')
    .where('id', '=', venueId)
    .where('owner_id', '=', ownerId)
    .where('retired_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return venue !== undefined
}

/**
 * Puts the machine that `titleOf` answers into a venue, in one transaction. Undefined when the venue is not this owner's.
 * Throws 400 where the owner has too many.
 */
export const insertVenueMachine = (
  db: Db,
  ownerId: number,
  venueId: number,
  titleOf: (trx: Db) => Promise<number>,
): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    await requireRoom(trx, ownerId, machinesOwnedBy(ownerId), quotas.machines, ofMachines)
    if (!(await holdVenue(trx, ownerId, venueId))) return undefined
    return (
      await trx
        .insertInto('venue_machines')
        .values({ venue_id: venueId, machine_id: await titleOf(trx) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  })

/** The same for each of several titles that does not stand in the venue, and once. Answers how many came. */
export const insertMissingMachines = (
  db: Db,
  ownerId: number,
  venueId: number,
  titlesOf: (trx: Db) => Promise<number[]>,
): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    // One list at a time: the same one twice adds nothing twice.
    await holdAccount(trx, ownerId)
    if (!(await holdVenue(trx, ownerId, venueId))) return undefined
    const standing = new Set(await titlesIn(trx, venueId))
    const missing = [...new Set(await titlesOf(trx))].filter((title) => !standing.has(title))
    if (missing.length === 0) return 0
    await requireRoom(trx, ownerId, machinesOwnedBy(ownerId), quotas.machines, ofMachines, missing.length)
    await trx
      .insertInto('venue_machines')
      .values(missing.map((title) => ({ venue_id: venueId, machine_id: title })))
      .execute()
    return missing.length
  })

/** The titles of the machines that stand in a venue. */
export const titlesIn = async (db: Db, venueId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('venue_machines')
      .select('machine_id')
      .where('venue_id', '=', venueId)
      .where('retired_at', 'is', null)
      .execute()
  ).map(({ machine_id }) => machine_id)

/** False when this owner has no such machine. */
export const updateVenueMachine = (
  db: Db,
  id: number,
  ownerId: number,
  { counts_elsewhere, mark }: v.InferOutput<typeof VenueMachineChange>,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Changes of its mark wait for each other here.
    const { rows } = await sql`
      update venue_machines vm set counts_elsewhere = coalesce(${counts_elsewhere ?? null}, vm.counts_elsewhere) from venues v
      where vm.id = ${id} and v.id = vm.venue_id and v.owner_id = ${ownerId} and vm.retired_at is null
      returning vm.id
    `.execute(trx)
    if (rows.length > 0 && mark !== undefined) await putMark(trx, id, mark, new Date())
    return rows.length > 0
  })

/** Sets a machine's mark from now on; the same one goes on. Of earlier ones only those stay that were passed, as moments tell of them. */
export async function putMark(trx: Db, id: number, mark: bigint | null, now: Date): Promise<void> {
  const { rows } = await sql<{ mark: string }>`
    select mark::text as mark from machine_marks where venue_machine_id = ${id} and until is null
  `.execute(trx)
  if (rows[0]?.mark === mark?.toString()) return
  await sql`update machine_marks set until = ${now} where venue_machine_id = ${id} and until is null`.execute(trx)
  await sql`
    delete from machine_marks k where venue_machine_id = ${id} and until = ${now}
      and not exists (select from settled_scores s where s.venue_machine_id = k.venue_machine_id and s.settled_at >= k.since and s.score > k.mark)
  `.execute(trx)
  if (mark !== null)
    await sql`
      insert into machine_marks (venue_machine_id, mark, since) values (${id}, ${String(mark)}, ${now})
      on conflict (venue_machine_id, since) do update set mark = excluded.mark, until = null
    `.execute(trx)
}

/** Undefined when this owner has no such machine. */
export const retireVenueMachine = (db: Db, id: number, ownerId: number, cutOff: CutOff): Promise<Retired | undefined> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update venue_machines vm set retired_at = now() from venues v
      where vm.id = ${id} and v.id = vm.venue_id and v.owner_id = ${ownerId} and vm.retired_at is null
      returning vm.id
    `.execute(trx)
    if (rows.length === 0) return undefined
    return { machines: [id], senders: await cutOff(trx, [id]) }
  })
