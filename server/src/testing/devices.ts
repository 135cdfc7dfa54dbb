import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../ground/database/tables'
import { newPairCode } from '../edges/devices/devices.store'
import { hashOf } from '../ground/http/actors'

/** A device on this machine, or on none, with a token. */
export async function makeDevice(db: Kysely<Tables>, venueMachineId: number | null) {
  const provider = 'maker'
  await db
    .insertInto('providers')
    .values({ name: provider, public_key: Buffer.alloc(65) })
    .onConflict((clash) => clash.doNothing())
    .execute()
  const uuid = randomUUID() as string
  const shortcode = newPairCode()
  const { id } = await db
    .insertInto('devices')
    .values({ provider, uuid, shortcode, venue_machine_id: venueMachineId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomUUID() as string
  await db
    .insertInto('device_tokens')
    .values({ hash: hashOf(token), device_id: id })
    .execute()
  return { id, uuid, shortcode, token }
}

/** A key that posts for this machine. */
export async function makeDeviceKey(db: Kysely<Tables>, venueMachineId: number): Promise<string> {
  const key = randomUUID() as string
  await db
    .insertInto('device_keys')
    .values({ hash: hashOf(key), venue_machine_id: venueMachineId })
    .execute()
  return key
}
