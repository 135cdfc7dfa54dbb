import { randomInt } from 'node:crypto'
import { isDeviceUuid } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { violatedConstraint } from '../../ground/database/violation'

type Db = Kysely<Tables>

/** Each start of a client makes a token, so no client still uses older ones than these. */
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

/** No character that is mistaken for another from across a room: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const codeLetters = 'ACDEFGHJKMNPQRTWXY34679'
const codeLength = 6
const mostCodesTried = 10

/** A new pair code, as a device shows it to its owner. */
export const newPairCode = (random: (max: number) => number = randomInt): string =>
  Array.from({ length: codeLength }, () => codeLetters[random(codeLetters.length)]).join('')

/** Does something with a new pair code, and again with another one if a device has that already. */
export async function withPairCode<Result>(work: (shortcode: string) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(newPairCode())
    } catch (error) {
      if (violatedConstraint(error) !== 'devices_shortcode_key' || attempt === mostCodesTried) throw error
    }
  }
}

/** The device's id; an unknown device is added, unpaired. */
export async function ensureDevice(
  db: Db,
  { provider, uuid, serial_number = null }: { provider: string; uuid: string; serial_number?: string | null },
): Promise<number> {
  const find = () =>
    db.selectFrom('devices').select('id').where('provider', '=', provider).where('uuid', '=', uuid).executeTakeFirst()
  const make = (shortcode: string) =>
    db
      .insertInto('devices')
      .values({ provider, uuid, shortcode, serial_number })
      .onConflict((conflict) => conflict.columns(['provider', 'uuid']).doNothing())
      .returning('id')
      .executeTakeFirst()
  // Another request may add it at the same moment.
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
  db
    .selectFrom('devices')
    .select(['id', 'uuid', 'shortcode', 'venue_machine_id'])
    .where('id', '=', deviceId)
    .executeTakeFirst()

/** What a heartbeat answers about a venue machine, and whose it is. */
export const findMachineOf = (db: Db, venueMachineId: number) =>
  db
    .selectFrom('venue_machines')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .select(['machines.id', 'machines.opdb_id', 'venues.owner_id'])
    .where('venue_machines.id', '=', venueMachineId)
    .executeTakeFirst()

export async function putInstall(
  db: Db,
  deviceId: number,
  install: { type: string; version: string; installed: boolean },
): Promise<void> {
  const { version, installed } = install
  await db
    .insertInto('device_installs')
    .values({ device_id: deviceId, ...install })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'type']).doUpdateSet({ version, installed, reported_at: new Date() }),
    )
    .execute()
}

/** Takes a device off its machine. It gets a new pair code: the former owner may know the old one. */
export const detachDevice = (db: Db, deviceId: number) =>
  withPairCode((shortcode) =>
    db.updateTable('devices').set({ venue_machine_id: null, shortcode }).where('id', '=', deviceId).execute(),
  )

/** Takes the devices with this uuid (32 hex digits) off their machines, whoever owns them. Answers how many there were. */
export async function detachByUuid(db: Db, uuid: string): Promise<number> {
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('uuid', '=', uuid)
    .where('venue_machine_id', 'is not', null)
    .execute()
  for (const { id } of devices) await detachDevice(db, id)
  return devices.length
}

/**
 * Unpairs these machines and revokes their keys. Each of their devices gets a new pair code, as after every unpairing. To be
 * called in the transaction that retires the machines. Answers the hashes of their tokens and keys, for `forgetActor` once
 * that is committed.
 */
export async function cutOff(trx: Db, venueMachineIds: readonly number[]): Promise<Buffer[]> {
  if (venueMachineIds.length === 0) return []
  const devices = await trx
    .selectFrom('devices')
    .select('id')
    .where('venue_machine_id', 'in', venueMachineIds)
    .forUpdate()
    .execute()
  for (const { id } of devices) await detachWithin(trx, id)
  const keys = await trx
    .deleteFrom('device_keys')
    .where('venue_machine_id', 'in', venueMachineIds)
    .returning('hash')
    .execute()
  const ids = devices.map(({ id }) => id)
  const tokens =
    ids.length === 0 ? [] : await trx.selectFrom('device_tokens').select('hash').where('device_id', 'in', ids).execute()
  return [...keys, ...tokens].map(({ hash }) => hash)
}

/** As detachDevice, but asks first whether a code is free: a violation would end the transaction. */
async function detachWithin(trx: Db, deviceId: number) {
  for (let attempt = 0; attempt < mostCodesTried; attempt += 1) {
    const shortcode = newPairCode()
    const { rows } = await sql`
      update devices set venue_machine_id = null, shortcode = ${shortcode}
      where id = ${deviceId} and not exists (select from devices other where other.shortcode = ${shortcode})
      returning id
    `.execute(trx)
    if (rows.length > 0) return
  }
  throw new Error('No pair code is free')
}

/** The device on an owner's machine. Undefined when there is none, or the machine is not this owner's. */
export const findOwnDevice = (db: Db, venueMachineId: number, ownerId: number) =>
  ownMachine(db, venueMachineId, ownerId)
    .innerJoin('devices', 'devices.venue_machine_id', 'venue_machines.id')
    .select('devices.id')
    .executeTakeFirst()

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
 * only for a device that has signed on since `since`, and only if exactly one such device has it.
 */
export async function pairDevice(
  db: Db,
  venueMachineId: number,
  ownerId: number,
  shown: string,
  since: Date,
): Promise<Pairing> {
  const waiting = sql`array(
    select w.id from devices w where w.uuid = ${shown}::uuid and w.provider is not null and w.venue_machine_id is null
      and exists (select from device_tokens t where t.device_id = w.id and t.created_at >= ${since})
  )`
  const [has, waits] = isDeviceUuid(shown)
    ? [sql`d.uuid = ${shown}::uuid`, sql`d.id = any(${waiting}) and cardinality(${waiting}) = 1`]
    : [sql`d.shortcode = ${shown}`, sql`d.shortcode = ${shown} and d.venue_machine_id is null`]
  try {
    const { rows } = await sql<{ id: number }>`
      update devices d set venue_machine_id = vm.id
      from (
        select m.id from venue_machines m join venues v on v.id = m.venue_id
        where m.id = ${venueMachineId} and v.owner_id = ${ownerId} and m.retired_at is null
        -- Locked until the device is paired, so that a machine retired in the meantime loses it.
        for share of m
      ) vm
      -- One that is on it already was paired by a request whose answer was lost.
      where ${waits} or d.venue_machine_id = vm.id and ${has}
      returning d.id
    `.execute(db)
    return rows[0] ? { type: 'paired', deviceId: rows[0].id } : { type: 'unknown' }
  } catch (error) {
    if (violatedConstraint(error) === 'devices_venue_machine_id_key') return { type: 'occupied' }
    throw error
  }
}

export const tokenHashesOf = async (db: Db, deviceId: number): Promise<Buffer[]> =>
  (await db.selectFrom('device_tokens').select('hash').where('device_id', '=', deviceId).execute()).map(
    ({ hash }) => hash,
  )

/** Replaces the key of an owner's machine. Answers the hash of the previous one, null if there was none; undefined when the machine is not this owner's. */
export const putDeviceKey = (
  db: Db,
  venueMachineId: number,
  ownerId: number,
  hash: Buffer,
): Promise<Buffer | null | undefined> =>
  db.transaction().execute(async (trx) => {
    // Locked until the key is there, so that a machine retired in the meantime loses it.
    const machine = await ownMachine(trx, venueMachineId, ownerId)
      .select('venue_machines.id')
      .forNoKeyUpdate('venue_machines')
      .executeTakeFirst()
    if (!machine) return undefined
    const before = await trx
      .deleteFrom('device_keys')
      .where('venue_machine_id', '=', venueMachineId)
      .returning('hash')
      .executeTakeFirst()
    await trx.insertInto('device_keys').values({ hash, venue_machine_id: venueMachineId }).execute()
    await trx.updateTable('venue_machines').set({ key_shared_at: null }).where('id', '=', venueMachineId).execute()
    return before?.hash ?? null
  })

/** Answers the hash of the deleted key; undefined if there was none. */
export async function deleteDeviceKey(db: Db, venueMachineId: number, ownerId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`
    delete from device_keys k using venue_machines vm, venues v
    where k.venue_machine_id = ${venueMachineId} and vm.id = k.venue_machine_id and v.id = vm.venue_id and v.owner_id = ${ownerId}
    returning k.hash
  `.execute(db)
  return rows[0]?.hash
}

/** Stores the timeline of the newest game of a session. False when this machine never played it. */
export async function putTimeline(
  db: Db,
  venueMachineId: number,
  sessionUuid: string,
  timeline: string,
): Promise<boolean> {
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
