import { isDeviceUuid } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import { violatedConstraint } from '../database/violation'
import { newPairCode } from './pairCode'

type Db = Kysely<Tables>

/** Older tokens than these belong to nobody who still knows them: each start of a client makes one. */
const tokensKept = 100

export const findProviderKey = async (db: Db, name: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('providers').select('public_key').where('name', '=', name).executeTakeFirst())?.public_key

/** Registers a maker's key, in place of one it had. */
export const putProvider = (db: Db, name: string, publicKey: Buffer) =>
  db
    .insertInto('providers')
    .values({ name, public_key: publicKey })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ public_key: publicKey }))
    .execute()

/** Does something with a fresh pair code, and again with another one should somebody have it. */
async function withPairCode<Result>(work: (shortcode: string) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(newPairCode())
    } catch (error) {
      if (violatedConstraint(error) !== 'devices_shortcode_key' || attempt === 10) throw error
    }
  }
}

/** The device's id; it is made, unpaired, when nobody knew it. */
export async function ensureDevice(db: Db, { provider, uuid, serial_number = null }: { provider: string; uuid: string; serial_number?: string | null }): Promise<number> {
  const find = () => db.selectFrom('devices').select('id').where('provider', '=', provider).where('uuid', '=', uuid).executeTakeFirst()
  const make = (shortcode: string) =>
    db
      .insertInto('devices')
      .values({ provider, uuid, shortcode, serial_number })
      .onConflict((conflict) => conflict.columns(['provider', 'uuid']).doNothing())
      .returning('id')
      .executeTakeFirst()
  // Somebody may make it at the same moment.
  const device = (await find()) ?? (await withPairCode(make)) ?? (await find())
  return device!.id
}

/** Keeps the hash of a device's new token. */
export async function addToken(db: Db, deviceId: number, hash: Buffer, createdAt: Date): Promise<void> {
  await db.insertInto('device_tokens').values({ hash, device_id: deviceId, created_at: createdAt }).execute()
  await sql`
    delete from device_tokens where device_id = ${deviceId} and hash in (
      select hash from device_tokens where device_id = ${deviceId} order by created_at desc, hash offset ${tokensKept}
    )
  `.execute(db)
}

export const findDevice = (db: Db, deviceId: number) =>
  db.selectFrom('devices').select(['id', 'uuid', 'shortcode', 'venue_machine_id']).where('id', '=', deviceId).executeTakeFirst()

/** What a heartbeat answers of a venue machine. */
export const findMachineOf = (db: Db, venueMachineId: number) =>
  db
    .selectFrom('venue_machines')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .select(['machines.id', 'machines.opdb_id'])
    .where('venue_machines.id', '=', venueMachineId)
    .executeTakeFirst()

export async function putInstall(db: Db, deviceId: number, install: { type: string; version: string; installed: boolean }): Promise<void> {
  const { version, installed } = install
  await db
    .insertInto('device_installs')
    .values({ device_id: deviceId, ...install })
    .onConflict((conflict) => conflict.columns(['device_id', 'type']).doUpdateSet({ version, installed, reported_at: new Date() }))
    .execute()
}

/** Takes a device off its machine. It has another pair code from now on: the old one may be known to the former owner. */
export const detachDevice = (db: Db, deviceId: number) =>
  withPairCode((shortcode) => db.updateTable('devices').set({ venue_machine_id: null, shortcode }).where('id', '=', deviceId).execute())

/** Takes the devices with this uuid (32 hex digits) off their machines, whoever owns them. Answers how many there were. */
export async function detachByUuid(db: Db, uuid: string): Promise<number> {
  const devices = await db.selectFrom('devices').select('id').where('uuid', '=', uuid).where('venue_machine_id', 'is not', null).execute()
  for (const { id } of devices) await detachDevice(db, id)
  return devices.length
}

/** The device on an owner's machine. Undefined when there is none, or the machine is not this owner's. */
export const findOwnDevice = (db: Db, venueMachineId: number, ownerId: number) =>
  ownMachine(db, venueMachineId, ownerId).innerJoin('devices', 'devices.venue_machine_id', 'venue_machines.id').select('devices.id').executeTakeFirst()

const ownMachine = (db: Db, venueMachineId: number, ownerId: number) =>
  db
    .selectFrom('venue_machines')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .where('venue_machines.id', '=', venueMachineId)
    .where('venues.owner_id', '=', ownerId)
    .where('venue_machines.retired_at', 'is', null)

export const isOwnMachine = async (db: Db, venueMachineId: number, ownerId: number): Promise<boolean> =>
  (await ownMachine(db, venueMachineId, ownerId).select('venue_machines.id').executeTakeFirst()) !== undefined

type Pairing = { type: 'paired'; deviceId: number } | { type: 'occupied' } | { type: 'unknown' }

/**
 * Puts the unpaired device that shows this on an owner's machine: a pair code, or 32 hex digits of a uuid. A uuid counts
 * only for a device that has signed on since then, and only where one such device has it.
 */
export async function pairDevice(db: Db, venueMachineId: number, ownerId: number, shown: string, since: Date): Promise<Pairing> {
  const waiting = sql`array(
    select w.id from devices w where w.uuid = ${shown}::uuid and w.venue_machine_id is null
      and exists (select from device_tokens t where t.device_id = w.id and t.created_at >= ${since})
  )`
  const isShown = isDeviceUuid(shown) ? sql`d.id = any(${waiting}) and cardinality(${waiting}) = 1` : sql`d.shortcode = ${shown}`
  try {
    const { rows } = await sql<{ id: number }>`
      update devices d set venue_machine_id = vm.id
      from (
        select m.id from venue_machines m join venues v on v.id = m.venue_id
        where m.id = ${venueMachineId} and v.owner_id = ${ownerId} and m.retired_at is null
        -- Held until the device is paired, so that a machine that is retired meanwhile loses it.
        for share of m
      ) vm
      where ${isShown} and d.venue_machine_id is null
      returning d.id
    `.execute(db)
    return rows[0] ? { type: 'paired', deviceId: rows[0].id } : { type: 'unknown' }
  } catch (error) {
    if (violatedConstraint(error) === 'devices_venue_machine_id_key') return { type: 'occupied' }
    throw error
  }
}

export const tokenHashesOf = async (db: Db, deviceId: number): Promise<Buffer[]> =>
  (await db.selectFrom('device_tokens').select('hash').where('device_id', '=', deviceId).execute()).map(({ hash }) => hash)

/** The key of an owner's machine becomes this one. Answers the hash of the one before, null where there was none; undefined when the machine is not this owner's. */
export const putDeviceKey = (db: Db, venueMachineId: number, ownerId: number, hash: Buffer): Promise<Buffer | null | undefined> =>
  db.transaction().execute(async (trx) => {
    // Held until the key is there, so that a machine that is retired meanwhile loses it.
    const machine = await ownMachine(trx, venueMachineId, ownerId).select('venue_machines.id').forNoKeyUpdate('venue_machines').executeTakeFirst()
    if (!machine) return undefined
    const before = await trx.deleteFrom('device_keys').where('venue_machine_id', '=', venueMachineId).returning('hash').executeTakeFirst()
    await trx.insertInto('device_keys').values({ hash, venue_machine_id: venueMachineId }).execute()
    return before?.hash ?? null
  })

/** Answers the hash of the key that there was. */
export async function deleteDeviceKey(db: Db, venueMachineId: number, ownerId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`
    delete from device_keys k using venue_machines vm, venues v
    where k.venue_machine_id = ${venueMachineId} and vm.id = k.venue_machine_id and v.id = vm.venue_id and v.owner_id = ${ownerId}
    returning k.hash
  `.execute(db)
  return rows[0]?.hash
}

/** Keeps the timeline of the newest game of a session. False when this machine never played it. */
export async function putTimeline(db: Db, venueMachineId: number, sessionUuid: string, timeline: string): Promise<boolean> {
  const { rows } = await sql`
    insert into game_logs (game_id, timeline)
    select id, ${timeline}::jsonb from games
    where venue_machine_id = ${venueMachineId} and session_uuid = ${sessionUuid}::uuid
    order by generation desc limit 1
    on conflict (game_id) do update set timeline = excluded.timeline, received_at = now()
    returning 1
  `.execute(db)
  return rows.length > 0
}
