import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { newViewerKey } from '../boards/viewerKey'
import type { Tables } from '../database/tables'
import { hashOf } from '../http/actors'

let count = 0

/** A user with a token. The password hash fits no password: use registering where one is needed. */
export async function makeUser(db: Kysely<Tables>, fields: Partial<{ username: string; first_name: string; last_name: string; display_name: string; initials: string }> = {}) {
  count += 1
  const username = fields.username ?? `user${count}`
  const { id } = await db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, password_hash: '-', first_name: 'Pat', last_name: 'Lawlor', ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  await db.insertInto('tokens').values({ hash: hashOf(token), user_id: id }).execute()
  return { id, username, token }
}

/** A venue of this owner. Answers its id. */
export async function makeVenue(db: Kysely<Tables>, ownerId: number, name = 'Silver Ball Arcade'): Promise<number> {
  return (await db.insertInto('venues').values({ owner_id: ownerId, name }).returning('id').executeTakeFirstOrThrow()).id
}

/** A machine of the catalogue by the beginning of its name. Answers its id. */
export async function findMachine(db: Kysely<Tables>, name = 'Medieval Madness'): Promise<number> {
  return (await db.selectFrom('machines').select('id').where('name', 'like', `${name}%`).orderBy('id').executeTakeFirstOrThrow()).id
}

/** A machine standing in a venue of this owner, a new one unless given. Answers its id. */
export async function makeVenueMachine(db: Kysely<Tables>, ownerId: number, { venueId, machine }: { venueId?: number; machine?: string } = {}): Promise<number> {
  const venue_id = venueId ?? (await makeVenue(db, ownerId))
  const machine_id = await findMachine(db, machine)
  return (await db.insertInto('venue_machines').values({ venue_id, machine_id }).returning('id').executeTakeFirstOrThrow()).id
}

/** A scoreboard of this owner that shows these machines. */
export async function makeScoreboard(
  db: Kysely<Tables>,
  ownerId: number,
  { venueMachineIds, isPublic = true, title }: { venueMachineIds: number[]; isPublic?: boolean; title?: string },
) {
  count += 1
  const board = await db
    .insertInto('scoreboards')
    .values({
      owner_id: ownerId,
      title: title ?? `Board ${count}`,
      is_public: isPublic,
      viewer_key: newViewerKey(),
      background_color: '#000',
      display_title: true,
      enable_player_rank: false,
      high_density: false,
      idle_leaderboard_show: false,
      idle_leaderboard_sec: 10,
      idle_scoreboard_sec: 10,
      idle_hotgame_show: false,
      idle_hotgame_type: 0,
    })
    .returning(['id', 'viewer_key'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into scoreboard_machines (scoreboard_id, venue_machine_id, "order")
    select ${board.id}, machine, place from unnest(${venueMachineIds}::bigint[]) with ordinality as given (machine, place)
  `.execute(db)
  return { id: board.id, viewerKey: board.viewer_key }
}
