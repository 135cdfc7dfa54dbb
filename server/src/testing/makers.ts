import { randomBytes } from 'node:crypto'
import { StreamboardConfig } from '@multiball/shared/schema'
import type { slideTypes } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'
import { parse } from 'valibot'
import { newViewerKey } from '../boards/viewerKey'
import type { LeaderboardsTable, Tables } from '../database/tables'
import { hashOf } from '../http/actors'
import { newTvCode } from '../tvs/tvCode'

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

/** What every maker of a board takes; public unless said otherwise. */
interface MadeBoard {
  isPublic?: boolean
  title?: string
}

const boardColumns = (ownerId: number, { isPublic = true, title }: MadeBoard) => {
  count += 1
  return { owner_id: ownerId, title: title ?? `Board ${count}`, is_public: isPublic, viewer_key: newViewerKey() }
}

const made = ({ id, viewer_key }: { id: number; viewer_key: string }) => ({ id, viewerKey: viewer_key })

/** A scoreboard of this owner that shows these machines, and this leaderboard when idle. */
export async function makeScoreboard(
  db: Kysely<Tables>,
  ownerId: number,
  { venueMachineIds, leaderboard, ...common }: MadeBoard & { venueMachineIds: number[]; leaderboard?: number },
) {
  const board = await db
    .insertInto('scoreboards')
    .values({
      ...boardColumns(ownerId, common),
      background_color: '#000',
      display_title: true,
      enable_player_rank: false,
      high_density: false,
      leaderboard_id: leaderboard ?? null,
      idle_leaderboard_show: leaderboard !== undefined,
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
  return made(board)
}

/**
 * A leaderboard of this owner that counts these machines, titles and groups, in this order; of all time unless `columns`
 * say otherwise. A whitelist that is given restricts.
 */
export async function makeLeaderboard(
  db: Kysely<Tables>,
  ownerId: number,
  {
    venueMachineIds = [],
    machineIds = [],
    groupIds = [],
    onlyVenueMachineIds = [],
    onlyPlayerIds = [],
    columns = {},
    ...board
  }: MadeBoard & {
    venueMachineIds?: number[]
    machineIds?: number[]
    groupIds?: number[]
    onlyVenueMachineIds?: number[]
    onlyPlayerIds?: number[]
    columns?: Partial<Insertable<LeaderboardsTable>>
  },
) {
  const row = await db
    .insertInto('leaderboards')
    .values({
      ...boardColumns(ownerId, board),
      background_color: '#000',
      display_title: true,
      items_per_list: 10,
      one_score_per_player: false,
      time_type: 'all_time',
      last_time_bucket: 'month',
      last_time_count: 1,
      machine_type: 'global',
      filter_by_venuemachines: onlyVenueMachineIds.length > 0,
      player_type: onlyPlayerIds.length > 0 ? 'invited' : 'global',
      ...columns,
    })
    .returning(['id', 'viewer_key'])
    .executeTakeFirstOrThrow()
  const none = { venue_machine_id: null, machine_id: null, machine_group_id: null }
  const items = [
    ...venueMachineIds.map((id) => ({ ...none, venue_machine_id: id })),
    ...machineIds.map((id) => ({ ...none, machine_id: id })),
    ...groupIds.map((id) => ({ ...none, machine_group_id: id })),
  ]
  const leaderboard_id = row.id
  await db.insertInto('leaderboard_items').values(items.map((item, order) => ({ ...item, leaderboard_id, order }))).execute()
  if (onlyVenueMachineIds.length > 0) {
    await db.insertInto('leaderboard_venue_machines').values(onlyVenueMachineIds.map((id, place) => ({ leaderboard_id, venue_machine_id: id, place }))).execute()
  }
  if (onlyPlayerIds.length > 0) {
    await db.insertInto('leaderboard_players').values(onlyPlayerIds.map((id, place) => ({ leaderboard_id, user_id: id, place }))).execute()
  }
  return made(row)
}

/** A comboboard of this owner that shows these boards. */
export async function makeComboboard(
  db: Kysely<Tables>,
  ownerId: number,
  { items, isHighDensity = false, ...board }: MadeBoard & { items: { type: 'scoreboard' | 'leaderboard'; id: number }[]; isHighDensity?: boolean },
) {
  const row = await db
    .insertInto('comboboards')
    .values({ ...boardColumns(ownerId, board), background_color: '#000', high_density: isHighDensity })
    .returning(['id', 'viewer_key'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('comboboard_items')
    .values(
      items.map(({ type, id }, order) => ({
        comboboard_id: row.id,
        order,
        scoreboard_id: type === 'scoreboard' ? id : null,
        leaderboard_id: type === 'leaderboard' ? id : null,
      })),
    )
    .execute()
  return made(row)
}

/** A slideshow of this owner that shows these screens, 5 seconds each unless said otherwise. */
export async function makeSlideshow(
  db: Kysely<Tables>,
  ownerId: number,
  { items, ...board }: MadeBoard & { items: { type: (typeof slideTypes)[number]; id: number; duration?: number }[] },
) {
  const row = await db.insertInto('slideshows').values(boardColumns(ownerId, board)).returning(['id', 'viewer_key']).executeTakeFirstOrThrow()
  await db
    .insertInto('slideshow_items')
    .values(
      items.map(({ type, id, duration = 5 }, order) => ({
        slideshow_id: row.id,
        order,
        duration,
        scoreboard_id: type === 'scoreboard' ? id : null,
        leaderboard_id: type === 'leaderboard' ? id : null,
        comboboard_id: type === 'comboboard' ? id : null,
        slideshow_image_id: type === 'slideshowimage' ? id : null,
      })),
    )
    .execute()
  return made(row)
}

/** A picture of this owner for slideshows. Its bytes are none. */
export async function makeSlideshowImage(db: Kysely<Tables>, ownerId: number): Promise<{ id: number; hash: Buffer }> {
  const hash = randomBytes(32)
  await db.insertInto('media').values({ hash, type: 'image/png', width: 640, height: 360, bytes: Buffer.alloc(0) }).execute()
  const { id } = await db.insertInto('slideshow_images').values({ owner_id: ownerId, media: hash }).returning('id').executeTakeFirstOrThrow()
  return { id, hash }
}

/** A TV of this owner that shows a scoreboard, and its token. */
export async function makeTv(db: Kysely<Tables>, ownerId: number, { scoreboardId, name = 'Bar left' }: { scoreboardId: number; name?: string }) {
  const token = randomBytes(32).toString('base64url')
  const { id } = await db
    .insertInto('tvs')
    .values({ owner_id: ownerId, name, token_hash: hashOf(token), scoreboard_id: scoreboardId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** A code that a TV shows, and its token. */
export async function makeTvCode(db: Kysely<Tables>) {
  const token = randomBytes(32).toString('base64url')
  const code = newTvCode()
  await db.insertInto('tv_pairings').values({ code, token_hash: hashOf(token), expires_at: new Date(Date.now() + 600_000) }).execute()
  return { code, token }
}

/** A streamboard of this owner over these scoreboards; `config` is added to the defaults. */
export async function makeStreamboard(
  db: Kysely<Tables>,
  ownerId: number,
  { scoreboardIds, config = {}, ...board }: MadeBoard & { scoreboardIds: number[]; config?: Partial<StreamboardConfig> },
) {
  const whole = parse(StreamboardConfig, { type: scoreboardIds.length > 1 ? 'multiUp' : 'oneUp', ...config })
  const row = await db
    .insertInto('streamboards')
    .values({ ...boardColumns(ownerId, board), config: JSON.stringify(whole) })
    .returning(['id', 'viewer_key'])
    .executeTakeFirstOrThrow()
  await db.insertInto('streamboard_items').values(scoreboardIds.map((id, order) => ({ streamboard_id: row.id, order, scoreboard_id: id }))).execute()
  return made(row)
}
