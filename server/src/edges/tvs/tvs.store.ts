import type { BoardType, TvScreen, TvSound, TvState } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BoardName } from '../../core/boards/visibility'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** A TV; the fields of each board are null together. */
export interface TvRow {
  /** SHA-256 of its token, in hex */
  token: string
  id: number
  name: string
  own_type: BoardType | null
  own_id: number | null
  own_title: string | null
  follows_title: string | null
  follows_since: Date
  /** what it shows: its own board, or the one that it follows */
  board_type: BoardType | null
  board_id: number | null
  /** of its owner's own board: it opens a private one, and says of any that its owner chose this screen */
  viewer_key: string | null
  reloads: number
  identifies: number
  last_seen_at: Date | null
  /** null where its owner set nothing */
  screen: TvScreen | null
  shown_version: string | null
  sound_trial: Extract<TvState, { type: 'paired' }>['sound_trial'] | null
  is_sound_forbidden: boolean | null
}

const boardColumns = ({ type, id }: BoardName) => ({ board_type: type, board_id: id })

/** When what a TV follows is over: some time after its program said so, or fell silent, and after a day in any case. An end from before counts from when it began to follow: the board may be last week's, and the next event about to begin. */
const isFollowed = sql`
  tv.follows_since > now() - interval '24 hours' and not exists (
    select from board_feeds feed where feed.board_type = tv.follows_type and feed.board_id = tv.follows_id and feed.posted_at is not null
      and (feed.over_at is not null and greatest(feed.over_at, tv.follows_since) < now() - interval '10 minutes' or greatest(feed.posted_at, tv.follows_since) < now() - interval '3 hours')
  )`

/** The board of a TV `own`, what it follows, and which of them it shows `b`, as far as the TV's owner may (still) see them. */
const shownBoard = sql`
  left join boards own on own.type = tv.board_type and own.id = tv.board_id and (own.is_public or own.owner_id = tv.owner_id)
  left join boards followed on followed.type = tv.follows_type and followed.id = tv.follows_id and (followed.is_public or followed.owner_id = tv.owner_id) and ${isFollowed}
  left join boards b on b.type = coalesce(followed.type, own.type) and b.id = coalesce(followed.id, own.id)`

/** Whether an owner may put this board onto a TV. */
export async function mayShow(db: Db, { type, id }: BoardName, ownerId: number): Promise<boolean> {
  const { rows } =
    await sql`select from boards where type = ${type} and id = ${id} and (is_public or owner_id = ${ownerId})`.execute(
      db,
    )
  return rows.length > 0
}

/** Gives a token one more code. False when the code is taken. */
export async function insertPairing(db: Db, code: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('tv_pairings')
    .values({ code, token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Those of these tokens (SHA-256) that wait for an owner, in hex: a code is noted for a while after its TV was paired. */
export async function waitingTokens(db: Db, hashes: readonly Buffer[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select distinct encode(token_hash, 'hex') as token from tv_pairings p where token_hash = any(${hashes}::bytea[]) and expires_at > ${now}
      and not exists (select from tvs where tvs.token_hash = p.token_hash)
  `.execute(db)
  return rows.map(({ token }) => token)
}

/** Whether this token ever had a code that is still noted. */
export const isKnownPairing = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.selectFrom('tv_pairings').select('code').where('token_hash', '=', hash).executeTakeFirst()) !== undefined

/**
 * The token behind a code; undefined when no TV shows the code. Others wait for it until the transaction is over. The code goes on leading to
 * its TV until it ends, for a request that is sent again; `tvs_token_unique` keeps it from everybody else.
 */
export const holdPairing = async (trx: Db, code: string, now: Date): Promise<Buffer | undefined> =>
  (
    await trx
      .selectFrom('tv_pairings')
      .select('token_hash')
      .where('code', '=', code)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
  )?.token_hash

/** The id of the owner's TV that has this token; undefined when none has. */
export const pairedBefore = async (db: Db, ownerId: number, tokenHash: Buffer): Promise<number | undefined> =>
  (
    await db
      .selectFrom('tvs')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
  )?.id

/** A TV that is let go shows a new code. */
const forgetCodes = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('tv_pairings').where('token_hash', '=', tokenHash).execute()

export const removeOldPairings = async (db: Db, before: Date): Promise<void> =>
  void (await db.deleteFrom('tv_pairings').where('expires_at', '<', before).execute())

/** Guests find their way to the wall without anybody having to look for the switch. */
const newScreen: TvScreen = { dim: null, safe_percent: null, claim_codes: true }

/** Answers the new id. Throws PostgreSQL's violation of `tvs_token_unique`, and of a board that has just been deleted. */
export async function insertTv(
  db: Db,
  ownerId: number,
  name: string,
  board: BoardName,
  tokenHash: Buffer,
): Promise<number> {
  const { id } = await db
    .insertInto('tvs')
    .values({ owner_id: ownerId, name, token_hash: tokenHash, screen: newScreen, ...boardColumns(board) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const tvColumns = sql`
  encode(tv.token_hash, 'hex') as token, tv.id, tv.name, tv.reloads, tv.identifies, tv.last_seen_at, nullif(tv.screen, '{}') as screen, tv.shown_version, tv.sound_trial, tv.is_sound_forbidden,
  own.type as own_type, own.id as own_id, own.title as own_title, followed.title as follows_title, tv.follows_since,
  b.type as board_type, b.id as board_id, case when b.owner_id = tv.owner_id then b.viewer_key end as viewer_key`

/** Whether the board `b` shows the machine, or has a board within that does. */
const showsMachine = (venueMachineId: number) => sql`exists (
  with recursive shown (type, id) as (
    select b.type, b.id
    union select named.part_type, named.part_id from shown join board_references named on named.board_type = shown.type and named.board_id = shown.id
      where named.part_id is not null
  )
  select from shown join board_references named on named.board_type = shown.type and named.board_id = shown.id
  where named.venue_machine_id = ${venueMachineId}
)`

export interface TvListOptions {
  limit: number
  offset: number
  /** only TVs whose board shows this machine */
  venuemachine?: number
}

export async function listTvs(
  db: Db,
  ownerId: number,
  { limit, offset, venuemachine }: TvListOptions,
): Promise<{ count: number; rows: TvRow[] }> {
  const matching = sql`from tvs tv ${shownBoard} where tv.owner_id = ${ownerId} and ${venuemachine === undefined ? sql`true` : showsMachine(venuemachine)}`
  const counted = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db)
  const { rows } =
    await sql<TvRow>`select ${tvColumns} ${matching} order by lower(tv.name), tv.id limit ${limit} offset ${offset}`.execute(
      db,
    )
  return { count: counted.rows[0]?.count ?? 0, rows }
}

/** All TVs, and those heard from since. */
export async function countTvs(db: Db, onlineSince: Date): Promise<{ all: number; online: number }> {
  const { rows } = await sql<{ all: number; online: number }>`
    select count(*)::int as "all", count(*) filter (where last_seen_at > ${onlineSince})::int as online from tvs
  `.execute(db)
  return rows[0]!
}

/** Undefined when there is none of this owner. */
export async function findTv(db: Db, id: number, ownerId: number): Promise<TvRow | undefined> {
  const { rows } = await sql<TvRow>`
    select ${tvColumns} from tvs tv ${shownBoard} where tv.id = ${id} and tv.owner_id = ${ownerId}
  `.execute(db)
  return rows[0]
}

const ownTv = (db: Db, id: number, ownerId: number) =>
  db.updateTable('tvs').where('id', '=', id).where('owner_id', '=', ownerId).returning('token_hash')

/**
 * Changes a TV; what it follows outlives a change that keeps its board. Answers its token (SHA-256); undefined when there is
 * none of this owner. Throws PostgreSQL's violation when the board has just been deleted.
 */
export async function updateTv(
  db: Db,
  id: number,
  ownerId: number,
  name: string,
  board: BoardName,
  screen: TvScreen | undefined,
): Promise<Buffer | undefined> {
  // The right side of a set reads the row as it was.
  const isKept = sql`board_type = ${board.type} and board_id = ${board.id}`
  const follows = {
    follows_type: sql<string | null>`case when ${isKept} then follows_type end`,
    follows_id: sql<number | null>`case when ${isKept} then follows_id end`,
  }
  return (
    await ownTv(db, id, ownerId)
      .set({
        name,
        ...boardColumns(board),
        ...follows,
        // A page from before there was sound leaves that as it is.
        ...(screen && { screen: sql<object>`screen || ${JSON.stringify(screen)}::jsonb` }),
      })
      .executeTakeFirst()
  )?.token_hash
}

/** These TVs, as far as they are this owner's, follow the board from now on; without a board, none any more. Answers their tokens (SHA-256). */
export async function follow(
  db: Db,
  ownerId: number,
  ids: readonly number[],
  board: BoardName | undefined,
): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    update tvs set follows_type = ${board?.type ?? null}, follows_id = ${board?.id ?? null}, follows_since = ${board ? sql`now()` : null}
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) returning token_hash
  `.execute(db)
  return rows.map((row) => row.token_hash)
}

/** The TV has another token from now on, and counts as not seen yet. Answers the one before; undefined when there is none of this owner. */
export async function replaceToken(
  db: Db,
  id: number,
  ownerId: number,
  tokenHash: Buffer,
): Promise<Buffer | undefined> {
  const before = await db
    .selectFrom('tvs')
    .select('token_hash')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  // It has it already where this is sent again, since the answer was lost.
  if (before.token_hash.equals(tokenHash)) return tokenHash
  await ownTv(db, id, ownerId)
    .set({ token_hash: tokenHash, last_seen_at: null, shown_version: null, is_sound_forbidden: null })
    .execute()
  await forgetCodes(db, before.token_hash)
  return before.token_hash
}

/** Counts a request of the owner. Answers the TV's token (SHA-256); undefined when there is none of this owner. */
export const countRequest = async (
  db: Db,
  id: number,
  ownerId: number,
  what: 'reloads' | 'identifies',
): Promise<Buffer | undefined> =>
  (
    await ownTv(db, id, ownerId)
      .set((eb) => ({ [what]: eb(what, '+', 1) }))
      .executeTakeFirst()
  )?.token_hash

/** Counts a trial of the TV's sound. Answers the TV's token (SHA-256); undefined when there is none of this owner. */
export const countSoundTrial = async (
  db: Db,
  id: number,
  ownerId: number,
  volume: TvSound['volume'],
): Promise<Buffer | undefined> =>
  (
    await ownTv(db, id, ownerId)
      .set({
        sound_trial: sql<object>`jsonb_build_object('count', coalesce((sound_trial->>'count')::int, 0) + 1, 'volume', ${volume}::text)`,
      })
      .executeTakeFirst()
  )?.token_hash

/** Notes whether the browser of the TV with this token (SHA-256) forbids sounds. False when no TV has the token. */
export const noteSound = async (db: Db, tokenHash: Buffer, isForbidden: boolean): Promise<boolean> =>
  (
    await db
      .updateTable('tvs')
      .set({ is_sound_forbidden: isForbidden })
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Answers the token (SHA-256) that the TV had; undefined when there is none of this owner. */
export async function deleteTv(trx: Db, id: number, ownerId: number): Promise<Buffer | undefined> {
  const gone = await trx
    .deleteFrom('tvs')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('token_hash')
    .executeTakeFirst()
  if (gone) await forgetCodes(trx, gone.token_hash)
  return gone?.token_hash
}

/** The TVs that have these tokens (SHA-256). */
export async function findPaired(db: Db, hashes: readonly Buffer[]): Promise<TvRow[]> {
  const { rows } = await sql<TvRow>`
    select ${tvColumns} from tvs tv ${shownBoard} where tv.token_hash = any(${hashes}::bytea[])
  `.execute(db)
  return rows
}

/** Notes a sign of life. */
export const noteSeen = async (db: Db, id: number, now: Date): Promise<void> =>
  void (await db.updateTable('tvs').set({ last_seen_at: now }).where('id', '=', id).execute())

/** Notes a sign of life of all TVs that have these tokens (SHA-256). */
export const noteAllSeen = async (db: Db, hashes: readonly Buffer[], now: Date): Promise<void> =>
  void (await sql`update tvs set last_seen_at = ${now} where token_hash = any(${hashes}::bytea[])`.execute(db))

/** Notes which version of what it was told a TV says it shows. */
export const noteShown = async (db: Db, id: number, version: string): Promise<void> =>
  void (await db.updateTable('tvs').set({ shown_version: version }).where('id', '=', id).execute())
