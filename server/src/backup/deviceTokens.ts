import type pg from 'pg'
import { newPairCode } from '../devices/devices.store'

/** What lets a device in, by the names that it has in every database. */
interface DeviceToken {
  provider: string
  uuid: string
  serial_number: string | null
  hash: Buffer
  created_at: Date
}

/** The tokens that devices have got from this database. */
export async function readDeviceTokens(client: pg.Client): Promise<DeviceToken[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>("select to_regclass('device_tokens') is not null as is_there")
  if (!found[0]!.is_there) return []
  const { rows } = await client.query<DeviceToken>(
    'select d.provider, d.uuid, d.serial_number, t.hash, t.created_at from device_tokens t join devices d on d.id = t.device_id',
  )
  return rows
}

/**
 * Lets the devices go on under the tokens that they have: clients in the field sign on once, at their start, and hang for
 * good on a 401. A device that this database does not know is made, unpaired; of a maker that it does not know none is.
 */
export async function keepDeviceTokens(client: pg.Client, tokens: readonly DeviceToken[]): Promise<void> {
  for (const { provider, uuid, serial_number, hash, created_at } of tokens) {
    await client.query(
      `insert into devices (provider, uuid, serial_number, shortcode) select $1, $2, $3, $4
       where exists (select from providers where name = $1) and not exists (select from devices where shortcode = $4)
       on conflict (provider, uuid) do nothing`,
      [provider, uuid, serial_number, newPairCode()],
    )
    await client.query(
      'insert into device_tokens (hash, device_id, created_at) select $3, id, $4 from devices where provider = $1 and uuid = $2 on conflict (hash) do nothing',
      [provider, uuid, hash, created_at],
    )
  }
}
