import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import { newPairCode } from './pairCode'

const mostAttempts = 10

/**
 * No device and no key posts for these machines any more. Each device has another pair code from now on, as after every
 * unpairing. To be called in the transaction that retires the machines. Answers the hashes of what opened them, for
 * `forgetActor` once that is committed.
 */
export async function cutOff(trx: Kysely<Tables>, venueMachineIds: readonly number[]): Promise<Buffer[]> {
  if (venueMachineIds.length === 0) return []
  const devices = await trx.selectFrom('devices').select('id').where('venue_machine_id', 'in', venueMachineIds).forUpdate().execute()
  for (const { id } of devices) await detach(trx, id)
  const keys = await trx.deleteFrom('device_keys').where('venue_machine_id', 'in', venueMachineIds).returning('hash').execute()
  const ids = devices.map(({ id }) => id)
  const tokens = ids.length === 0 ? [] : await trx.selectFrom('device_tokens').select('hash').where('device_id', 'in', ids).execute()
  return [...keys, ...tokens].map(({ hash }) => hash)
}

/** Asks whether a code is free: a violation would end the transaction. */
async function detach(trx: Kysely<Tables>, deviceId: number) {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
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
