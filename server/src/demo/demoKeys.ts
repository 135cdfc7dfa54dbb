import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BoardChanges } from '../core/boards/changes'
import { putKey } from '../core/boards/feeds/feeds.store'
import type { FeedPlace } from '../core/boards/feeds/feeds.store'
import type { Devices } from '../edges/devices/devices.service'
import type { Tables } from '../ground/database'
import { hashOf } from '../ground/http/actors'
import type { DemoStage } from './seedDemo'

type Db = Kysely<Tables>

interface DemoKeysDependencies {
  db: Db
  devices: Pick<Devices, 'revokeKey'>
  changes: Pick<BoardChanges, 'announce'>
}

/** The demo's own keys. They are the same at each start, which tells them from those that somebody else has made since. */
interface DemoKeys {
  /** Undefined for a machine that somebody else has a key of. */
  ofMachine(venueMachineId: number): Promise<string | undefined>
  /** Undefined for a feed that somebody else has a key of, and without its board. */
  ofFeed(place: FeedPlace): Promise<string | undefined>
}

/** of a remote, as the tournament's documents are */
export const eventType = 'eventboard'
export const eventFeed = 'event'

type Stage = Pick<DemoStage, 'ownerId' | 'machines' | 'playerIds'>

export async function demoKeys({ db, devices, changes }: DemoKeysDependencies, stage: Stage): Promise<DemoKeys> {
  const secret = await secretOf(db, devices, stage)
  const keyOf = (what: string) => createHmac('sha256', secret).update(what).digest('base64url')
  return {
    ofMachine: async (venueMachineId) => {
      const key = keyOf(`machine ${venueMachineId}`)
      await db
        .insertInto('device_keys')
        .values({ hash: hashOf(key), venue_machine_id: venueMachineId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const held = await db
        .selectFrom('device_keys')
        .select('hash')
        .where('venue_machine_id', '=', venueMachineId)
        .executeTakeFirst()
      return held?.hash.equals(hashOf(key)) ? key : undefined
    },
    ofFeed: async (place) => {
      const key = keyOf(`feed ${place.type} ${place.id} ${place.name}`)
      const {
        rows: [held],
      } = await sql<{ key_hash: Buffer }>`
        select key_hash from board_feeds where board_type = ${place.type} and board_id = ${place.id} and name = ${place.name}
      `.execute(db)
      if (held) return held.key_hash.equals(hashOf(key)) ? key : undefined
      if (!(await putKey(db, place, stage.ownerId, hashOf(key)))) return undefined
      changes.announce({ type: place.type, id: place.id, reason: 'updated' })
      return key
    },
  }
}

/** What the keys are made of. A demo player, as whom nobody logs in, has it behind a dash in place of a password's hash. */
async function secretOf(
  db: Db,
  devices: DemoKeysDependencies['devices'],
  { ownerId, machines, playerIds }: Stage,
): Promise<string> {
  const keeper = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('id', 'in', [0, ...playerIds])
    .where('password_hash', 'like', '-%')
    .orderBy('id')
    .executeTakeFirst()
  if (keeper && keeper.password_hash !== '-') return keeper.password_hash
  // Keys that earlier versions drew at each start look like somebody else's: they go once.
  for (const { venueMachineId } of machines) await devices.revokeKey(venueMachineId, ownerId)
  await sql`
    delete from board_feeds feed using boards
    where boards.type = feed.board_type and boards.id = feed.board_id and boards.owner_id = ${ownerId} and feed.board_type = ${eventType} and feed.name = ${eventFeed}
  `.execute(db)
  const secret = `-${randomBytes(32).toString('base64url')}`
  // Last: a start that is killed before is done again by the next one.
  if (keeper) await db.updateTable('users').set({ password_hash: secret }).where('id', '=', keeper.id).execute()
  return secret
}
