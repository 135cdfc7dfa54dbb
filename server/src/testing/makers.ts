import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { RankingQuestion, slideTypes, StreamboardConfig, TokenScope } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { addBoard } from '../core/boards/addBoard'
import type { Tables } from '../ground/database/tables'
import { apiTokenPrefix, hashOf } from '../ground/http/actors'
import { newTvCode } from '../edges/tvs/tvs.service'

let count = 0

/** Says itself how little it takes to check it: a real one takes what guessing should. */
const quickHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

interface MadeUser {
  username: string
  /** one to log in with; without it no password fits */
  password: string
  verified_at: Date
  first_name: string
  last_name: string
  display_name: string
  initials: string
  is_operator: boolean
}

/** A user with a token. */
export async function makeUser(db: Kysely<Tables>, { password, ...fields }: Partial<MadeUser> = {}) {
  count += 1
  const username = fields.username ?? `user${count}`
  const password_hash = password === undefined ? '-' : await quickHash(password)
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      email: `${username}@example.com`,
      password_hash,
      first_name: 'Pat',
      last_name: 'Lawlor',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: id })
    .execute()
  return { id, username, token }
}

/** An API token of this owner. Answers the token. */
export async function makeApiToken(
  db: Kysely<Tables>,
  ownerId: number,
  scopes: TokenScope[],
  fields: { expires_at?: Date } = {},
): Promise<string> {
  const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
  await db
    .insertInto('api_tokens')
    .values({ user_id: ownerId, hash: hashOf(token), name: 'cron', scopes, expires_at: null, used_at: null, ...fields })
    .execute()
  return token
}

/** A venue of this owner. Answers its id. */
export async function makeVenue(db: Kysely<Tables>, ownerId: number, name = 'Silver Ball Arcade'): Promise<number> {
  return (await db.insertInto('venues').values({ owner_id: ownerId, name }).returning('id').executeTakeFirstOrThrow())
    .id
}

/** A machine of the catalogue by the beginning of its name. Answers its id. */
export async function findMachine(db: Kysely<Tables>, name = 'Medieval Madness'): Promise<number> {
  return (
    await db
      .selectFrom('machines')
      .select('id')
      .where('name', 'like', `${name}%`)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** A machine standing in a venue of this owner, a new one unless given. Answers its id. */
export async function makeVenueMachine(
  db: Kysely<Tables>,
  ownerId: number,
  { venueId, machine }: { venueId?: number; machine?: string } = {},
): Promise<number> {
  const venue_id = venueId ?? (await makeVenue(db, ownerId))
  const machine_id = await findMachine(db, machine)
  return (
    await db.insertInto('venue_machines').values({ venue_id, machine_id }).returning('id').executeTakeFirstOrThrow()
  ).id
}

/** What every maker of a board takes; public unless said otherwise. */
interface MadeBoard {
  isPublic?: boolean
  title?: string
}

const common = ({ isPublic = true, title }: MadeBoard) => {
  count += 1
  return { title: title ?? `Board ${count}`, is_public: isPublic }
}

/** A scoreboard of this owner that shows these machines, and this leaderboard when idle. */
export const makeScoreboard = (
  db: Kysely<Tables>,
  ownerId: number,
  { venueMachineIds, leaderboard, ...board }: MadeBoard & { venueMachineIds: number[]; leaderboard?: number },
) =>
  addBoard(db, 'scoreboard', ownerId, {
    ...common(board),
    venuemachine_items: venueMachineIds.map((venuemachine, place) => ({ venuemachine, order: place + 1 })),
    ...(leaderboard !== undefined && { leaderboard, idle_leaderboard_show: true }),
  })

/**
 * A leaderboard of this owner that counts these machines, titles and groups, in this order; of all time unless `question`
 * says otherwise. A whitelist that is given restricts.
 */
export function makeLeaderboard(
  db: Kysely<Tables>,
  ownerId: number,
  {
    venueMachineIds = [],
    machineIds = [],
    groupIds = [],
    onlyVenueMachineIds = [],
    onlyPlayerIds = [],
    question = {},
    ...board
  }: MadeBoard & {
    venueMachineIds?: number[]
    machineIds?: number[]
    groupIds?: number[]
    onlyVenueMachineIds?: number[]
    onlyPlayerIds?: number[]
    question?: Partial<RankingQuestion>
  },
) {
  const items = [
    ...venueMachineIds.map((id) => ({ type: 'venuemachine', id })),
    ...machineIds.map((id) => ({ type: 'machine', id })),
    ...groupIds.map((id) => ({ type: 'machinegroup', id })),
  ]
  return addBoard(db, 'leaderboard', ownerId, {
    ...common(board),
    items: items.map((item, order) => ({ ...item, order })),
    venuemachines: onlyVenueMachineIds,
    filter_by_venuemachines: onlyVenueMachineIds.length > 0,
    players: onlyPlayerIds,
    leaderboard_player_type: onlyPlayerIds.length > 0 ? 'invited' : 'global',
    ...question,
  })
}

/** A comboboard of this owner that shows these boards. */
export const makeComboboard = (
  db: Kysely<Tables>,
  ownerId: number,
  {
    items,
    isHighDensity = false,
    ...board
  }: MadeBoard & { items: { type: 'scoreboard' | 'leaderboard'; id: number }[]; isHighDensity?: boolean },
) =>
  addBoard(db, 'comboboard', ownerId, {
    ...common(board),
    high_density: isHighDensity,
    items: items.map(({ type, id }, order) => ({ item_type: type, item_id: id, order })),
  })

/** A slideshow of this owner that shows these screens, 5 seconds each unless said otherwise. */
export const makeSlideshow = (
  db: Kysely<Tables>,
  ownerId: number,
  { items, ...board }: MadeBoard & { items: { type: (typeof slideTypes)[number]; id: number; duration?: number }[] },
) =>
  addBoard(db, 'slideshow', ownerId, {
    ...common(board),
    items: items.map(({ type, id, duration = 5 }, order) => ({ item_type: type, item_id: id, duration, order })),
  })

/** A picture of this owner for slideshows. It has no bytes. */
export async function makeSlideshowImage(db: Kysely<Tables>, ownerId: number): Promise<{ id: number; hash: Buffer }> {
  const hash = randomBytes(32)
  await db
    .insertInto('media')
    .values({ hash, type: 'image/png', width: 640, height: 360, bytes: Buffer.alloc(0) })
    .execute()
  const { id } = await db
    .insertInto('slideshow_images')
    .values({ owner_id: ownerId, media: hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, hash }
}

/** A TV of this owner that shows a scoreboard, and its token. */
export async function makeTv(
  db: Kysely<Tables>,
  ownerId: number,
  { scoreboardId, name = 'Bar left' }: { scoreboardId: number; name?: string },
) {
  const token = randomBytes(32).toString('base64url')
  const { id } = await db
    .insertInto('tvs')
    .values({ owner_id: ownerId, name, token_hash: hashOf(token), board_type: 'scoreboard', board_id: scoreboardId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** A code that a TV shows, and its token. */
export async function makeTvCode(db: Kysely<Tables>) {
  const token = randomBytes(32).toString('base64url')
  const code = newTvCode()
  await db
    .insertInto('tv_pairings')
    .values({ code, token_hash: hashOf(token), expires_at: new Date(Date.now() + 600_000) })
    .execute()
  return { code, token }
}

/** A streamboard of this owner over these scoreboards; `config` is added to the defaults. */
export const makeStreamboard = (
  db: Kysely<Tables>,
  ownerId: number,
  {
    scoreboardIds,
    config = {},
    ...board
  }: MadeBoard & { scoreboardIds: number[]; config?: Partial<StreamboardConfig> },
) =>
  addBoard(db, 'streamboard', ownerId, {
    ...common(board),
    config_json: { type: scoreboardIds.length > 1 ? 'multiUp' : 'oneUp', ...config },
    scoreboard_items: scoreboardIds.map((scoreboard, order) => ({ scoreboard, order })),
  })
