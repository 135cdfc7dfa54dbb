import type { ProposedPlayers } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'

type Db = Kysely<Tables>

/** A posted feed of a board. */
export interface FeedPlace {
  type: string
  id: number
  name: string
}

/** A document on its way to a feed. */
export interface FeedPost extends FeedPlace {
  /** null: what the server says itself, or the owner, needs no key */
  keyHash: Buffer | null
  sequence: number
  /** JSON */
  document: string
  isOver: boolean
  /** it is a tournament, of which moments are told */
  isEvent: boolean
  players: readonly ProposedPlayers[]
  postedAt: Date
}

/** What a feed had before a post: no sequence until the first document. */
export interface FeedBefore {
  sequence: number | null
  /** SHA-256 of the document in hex */
  digest: string | null
  players: readonly ProposedPlayers[]
}

/** The sequence that a document was posted with. One of an earlier key is stored as -1 minus it: lower than any that a program posts. */
export const postedSequence = (stored: number): number => (stored < 0 ? -1 - stored : stored)

/**
 * Makes a feed of this owner's board have this key alone. Its document stays, until the first of the new key, whatever its
 * sequence. False when there is no such board.
 */
export async function putKey(
  db: Db,
  { type, id, name }: FeedPlace,
  ownerId: number,
  keyHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    insert into board_feeds (board_type, board_id, name, key_hash)
    select type, id, ${name}, ${keyHash} from boards where type = ${type} and id = ${id} and owner_id = ${ownerId}
    on conflict (board_type, board_id, name) do update set key_hash = excluded.key_hash, sequence = least(board_feeds.sequence, -1 - board_feeds.sequence)
    returning name
  `.execute(db)
  return rows.length > 0
}

/** Opens a feed of this owner's board for what needs no key. False when there is no such board. */
export async function openFeed(db: Db, { type, id, name }: FeedPlace, ownerId: number): Promise<boolean> {
  const { rows } = await sql`
    with own as (select type, id from boards where type = ${type} and id = ${id} and owner_id = ${ownerId}),
    opened as (insert into board_feeds (board_type, board_id, name) select type, id, ${name} from own on conflict do nothing)
    select from own
  `.execute(db)
  return rows.length > 0
}

/**
 * Stores those of these posts whose key fits and whose sequence is higher than what is there: each feed once. Answers in
 * the same order what was there before; undefined where no feed has this key.
 */
export async function storePosts(db: Db, posts: readonly FeedPost[]): Promise<(FeedBefore | undefined)[]> {
  const { rows } = await sql<FeedBefore & { at: number }>`
    with given as (
      select * from unnest(
        ${posts.map(({ type }) => type)}::text[], ${posts.map(({ id }) => id)}::bigint[], ${posts.map(({ name }) => name)}::text[],
        ${posts.map(({ keyHash }) => keyHash)}::bytea[], ${posts.map(({ sequence }) => sequence)}::bigint[],
        ${posts.map(({ document }) => document)}::text[], ${posts.map(({ isOver }) => isOver)}::boolean[], ${posts.map(({ isEvent }) => isEvent)}::boolean[],
        ${posts.map(({ players }) => JSON.stringify(players))}::jsonb[], ${posts.map(({ postedAt }) => postedAt)}::timestamptz[]
      ) with ordinality as given (board_type, board_id, name, key_hash, sequence, document, is_over, is_event, players, posted_at, at)
    ), held as (
      select given.*, feed.sequence as before, feed.document as document_before, feed.players as players_before
      from board_feeds feed join given on feed.board_type = given.board_type and feed.board_id = given.board_id and feed.name = given.name
        and (given.key_hash is null or given.key_hash = feed.key_hash)
      order by feed.board_type, feed.board_id, feed.name for update of feed
    ), stored as (
      update board_feeds feed set sequence = held.sequence, document = held.document::json, posted_at = held.posted_at, players = held.players,
        over_at = case when held.is_over then coalesce(feed.over_at, held.posted_at) end
      from held
      where feed.board_type = held.board_type and feed.board_id = held.board_id and feed.name = held.name
        and (held.before is null or held.before < held.sequence)
    ), noted as (
      insert into events_due (board_type, board_id, name)
      select board_type, board_id, name from held where is_event and (before is null or before < sequence)
    )
    select at::int - 1 as at, before as sequence, encode(sha256(convert_to(document_before::text, 'UTF8')), 'hex') as digest, players_before as players from held
  `.execute(db)
  const before = new Map(rows.map(({ at, ...feed }) => [at, feed]))
  return posts.map((_post, at) => before.get(at))
}

/** What a program posted last. */
export interface PostedNow {
  document: unknown
  /** as stored, see postedSequence */
  sequence: number
  posted_at: Date
}

/** The newest document of a feed; undefined until the first. */
export async function readPosted(db: Db, { type, id, name }: FeedPlace): Promise<PostedNow | undefined> {
  const { rows } = await sql<PostedNow>`
    select document, sequence, posted_at from board_feeds where board_type = ${type} and board_id = ${id} and name = ${name} and sequence is not null
  `.execute(db)
  return rows[0]
}

/** What is stored of the board that a program posts for. */
interface FeedBoard {
  owner_id: number
  title: string
  settings: Record<string, unknown>
  settings_version: number
  sequence: number | null
}

/** The board of a feed, for a program with the feed's key; undefined for any other. @param keyHash null: for the server itself */
export async function boardOfFeed(
  db: Db,
  { type, id, name }: FeedPlace,
  keyHash: Buffer | null,
): Promise<FeedBoard | undefined> {
  const { rows } = await sql<FeedBoard>`
    select board.owner_id, board.title, board.settings, board.settings_version, case when feed.sequence >= 0 then feed.sequence end as sequence
    from board_feeds feed join boards board on board.type = feed.board_type and board.id = feed.board_id
    where feed.board_type = ${type} and feed.board_id = ${id} and feed.name = ${name} and (${keyHash}::bytea is null or feed.key_hash = ${keyHash})
  `.execute(db)
  return rows[0]
}

/** Those of these machines that a board names and whose games are its owner's. */
export async function ownMachines(
  db: Db,
  { type, id }: FeedPlace,
  venueMachineIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct machine.id from board_references named
    join boards board on board.type = named.board_type and board.id = named.board_id
    join venue_machines machine on machine.id = named.venue_machine_id
    join venues venue on venue.id = machine.venue_id and venue.owner_id = board.owner_id
    where named.board_type = ${type} and named.board_id = ${id} and machine.id = any(${venueMachineIds}::bigint[])
  `.execute(db)
  return rows.map((row) => row.id)
}
