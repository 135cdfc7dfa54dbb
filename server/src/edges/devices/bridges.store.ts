import type { BridgeReport } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { quotas, requireRoom } from '../../core/accounts/quotas'
import type { Tables } from '../../ground/database/tables'
import { withPairCode } from './devices.store'

type Db = Kysely<Tables>

/** How long a machine is left to the bridge that found it. */
const heldFor = sql`interval '5 minutes'`

/** Gives a key one more code. False when the code is taken. */
export async function insertCode(
  db: Db,
  code: { code: string; key_hash: Buffer; name: string; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('bridge_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether this key (SHA-256) waits for an owner. */
export const isWaitingKey = async (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('bridge_codes')
    .select('code')
    .where('key_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

export const removeOldBridgeCodes = async (db: Db, before: Date): Promise<void> =>
  void (await db.deleteFrom('bridge_codes').where('expires_at', '<', before).execute())

interface NotedBridge {
  id: number
  venue_id: number
  venue_name: string
  owner_id: number
}

/** Notes that the bridge with this key (SHA-256) is there. Answers its venue; undefined when no venue knows the key. */
export async function noteBridge(db: Db, hash: Buffer, now: Date): Promise<NotedBridge | undefined> {
  const { rows } = await sql<NotedBridge>`
    update bridges b set used_at = ${now} from venues v
    where b.hash = ${hash} and v.id = b.venue_id and v.retired_at is null
    returning b.id, v.id as venue_id, v.name as venue_name, v.owner_id
  `.execute(db)
  return rows[0]
}

/** The key that the bridge behind a code has, for a venue of the owner; undefined when no bridge shows the code. Throws 400 where the account has too many. */
export const addBridge = (db: Db, ownerId: number, venueId: number, code: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const bridge = await trx
      .selectFrom('bridge_codes')
      .select(['key_hash', 'name'])
      .where('code', '=', code)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!bridge) return undefined
    const owned = sql`select b.id from bridges b join venues v on v.id = b.venue_id where v.owner_id = ${ownerId}`
    // Sent again, since the answer was lost; and one that signed on elsewhere shows no code to others.
    const before = await sql<{ id: number; is_own: boolean }>`
      select b.id, b.venue_id = ${venueId} and b.id in (${owned}) as is_own from bridges b where b.hash = ${bridge.key_hash}
    `.execute(trx)
    if (before.rows[0]) return before.rows[0].is_own ? before.rows[0].id : undefined
    await requireRoom(trx, ownerId, owned, quotas.bridges, 'bridges')
    const added = await trx
      .insertInto('bridges')
      .values({ venue_id: venueId, hash: bridge.key_hash, name: bridge.name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })

/**
 * Keeps what a bridge has found. A machine that another bridge of the venue reported a moment ago stays that one's, and one
 * more than a bridge may find is left out. `uuids` and `hashes` go with the machines of the report, in their order. Answers the
 * tokens (SHA-256) that post no longer.
 */
export async function keepFound(
  db: Db,
  bridgeId: number,
  { machines }: BridgeReport,
  { uuids, hashes, most, now }: { uuids: readonly string[]; hashes: readonly Buffer[]; most: number; now: Date },
): Promise<Buffer[]> {
  await sql`
    delete from devices where bridge_id = ${bridgeId} and venue_machine_id is null and found_at < ${now}::timestamptz - interval '1 day'
      and not uuid = any(${uuids}::uuid[])
  `.execute(db)
  const { rows: known } = await sql<{ uuid: string; is_own: boolean }>`
    select uuid, bridge_id = ${bridgeId} as is_own from devices where provider is null and (bridge_id = ${bridgeId} or uuid = any(${uuids}::uuid[]))
  `.execute(db)
  let room = most - known.filter(({ is_own }) => is_own).length
  const isKnown = new Set(known.map(({ uuid }) => uuid.replaceAll('-', '')))
  for (const [at, uuid] of uuids.entries()) {
    if (isKnown.has(uuid) || room <= 0) continue
    room -= 1
    const { id, name, address } = machines[at]!
    await withPairCode((shortcode) =>
      db
        .insertInto('devices')
        .values({
          provider: null,
          uuid,
          shortcode,
          serial_number: id,
          bridge_id: bridgeId,
          found_name: name,
          found_address: address,
          found_at: now,
        })
        .onConflict((conflict) => conflict.column('uuid').where('provider', 'is', null).doNothing())
        .execute(),
    )
  }
  const given = sql`unnest(${uuids}::uuid[], ${hashes}::bytea[], ${machines.map(({ name }) => name)}::text[], ${machines.map(({ address }) => address)}::text[])
    as given (uuid, hash, name, address)`
  await sql`
    update devices d set found_name = given.name, found_address = given.address, found_at = ${now}, bridge_id = ${bridgeId}
    from ${given} where d.provider is null and d.uuid = given.uuid
      and (d.bridge_id = ${bridgeId} or d.found_at < ${now}::timestamptz - ${heldFor})
  `.execute(db)
  await sql`
    insert into device_tokens (hash, device_id, created_at) select given.hash, d.id, ${now} from ${given} join devices d on d.provider is null and d.uuid = given.uuid
    where d.bridge_id = ${bridgeId} on conflict (hash) do nothing
  `.execute(db)
  const { rows: gone } = await sql<{ hash: Buffer }>`
    delete from device_tokens t using ${given}, devices d
    where d.provider is null and d.uuid = given.uuid and d.bridge_id = ${bridgeId} and t.device_id = d.id and t.hash <> given.hash returning t.hash
  `.execute(db)
  return gone.map(({ hash }) => hash)
}

/** What a bridge has found, and what its owner made of it, by the name of each on its own network. */
export async function foundBy(
  db: Db,
  bridgeId: number,
): Promise<{ source: string; venue_machine_id: number | null; machine_name: string | null }[]> {
  const { rows } = await sql<{ source: string; venue_machine_id: number | null; machine_name: string | null }>`
    select d.serial_number as source, d.venue_machine_id, m.name as machine_name
    from devices d left join venue_machines vm on vm.id = d.venue_machine_id left join machines m on m.id = vm.machine_id
    where d.bridge_id = ${bridgeId} order by d.id
  `.execute(db)
  return rows
}

export interface BridgeRow {
  id: number
  name: string
  venue_id: number
  used_at: Date | null
  machines: {
    id: number
    name: string
    address: string
    code: string
    found_at: string
    venue_machine_id: number | null
    machine_name: string | null
  }[]
}

/** The bridges of an owner, with what they have found. */
export async function listBridges(db: Db, ownerId: number, only?: number): Promise<BridgeRow[]> {
  const { rows } = await sql<BridgeRow>`
    select b.id, b.name, b.venue_id, b.used_at, coalesce((
      select json_agg(json_build_object('id', d.id, 'name', d.found_name, 'address', d.found_address, 'code', d.shortcode, 'found_at', d.found_at,
        'venue_machine_id', d.venue_machine_id, 'machine_name', m.name) order by d.found_name, d.id)
      from devices d left join venue_machines vm on vm.id = d.venue_machine_id left join machines m on m.id = vm.machine_id
      where d.bridge_id = b.id
    ), '[]') as machines
    from bridges b join venues v on v.id = b.venue_id
    where v.owner_id = ${ownerId} and v.retired_at is null and ${only === undefined ? sql`true` : sql`b.id = ${only}`}
    order by b.name, b.id
  `.execute(db)
  return rows
}

/** Removes an owner's bridge with all that it has found. Answers the machines that it played for and the tokens (SHA-256) that it had; undefined when there is none of this owner. */
export const deleteBridge = (db: Db, id: number, ownerId: number) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ key_hash: Buffer }>`
      select b.hash as key_hash from bridges b join venues v on v.id = b.venue_id where b.id = ${id} and v.owner_id = ${ownerId} for update of b
    `.execute(trx)
    if (!rows[0]) return undefined
    const found = await sql<{ venue_machine_id: number | null; hash: Buffer | null }>`
      select d.venue_machine_id, t.hash from devices d left join device_tokens t on t.device_id = d.id where d.bridge_id = ${id}
    `.execute(trx)
    await trx.deleteFrom('bridge_codes').where('key_hash', '=', rows[0].key_hash).execute()
    await trx.deleteFrom('bridges').where('id', '=', id).execute()
    return {
      venueMachines: [...new Set(found.rows.flatMap(({ venue_machine_id: one }) => (one === null ? [] : [one])))],
      tokens: found.rows.flatMap(({ hash }) => (hash === null ? [] : [hash])),
    }
  })
