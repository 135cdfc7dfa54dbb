import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables'

type Db = Kysely<Tables>

/** A posted feed of a board. */
export interface FeedPlace {
  type: string
  id: number
  name: string
}

/** A document on its way to a feed. */
export interface FeedPost extends FeedPlace {
  keyHash: Buffer
  sequence: number
  /** JSON */
  document: string
  postedAt: Date
}

/** What a feed had before a post: no sequence until the first document. */
export interface FeedBefore {
  sequence: number | null
  /** SHA-256 of the document in hex */
  digest: string | null
}

/** Makes a feed of this owner's board have this key alone; its document stays. False when there is no such board. */
export async function putKey(db: Db, { type, id, name }: FeedPlace, ownerId: number, keyHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into board_feeds (board_type, board_id, name, key_hash)
    select type, id, ${name}, ${keyHash} from boards where type = ${type} and id = ${id} and owner_id = ${ownerId}
    on conflict (board_type, board_id, name) do update set key_hash = excluded.key_hash
    returning name
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
        ${posts.map(({ document }) => document)}::text[], ${posts.map(({ postedAt }) => postedAt)}::timestamptz[]
      ) with ordinality as given (board_type, board_id, name, key_hash, sequence, document, posted_at, at)
    ), held as (
      select given.*, feed.sequence as before, feed.document as document_before
      from board_feeds feed join given using (board_type, board_id, name, key_hash)
      order by feed.board_type, feed.board_id, feed.name for update of feed
    ), stored as (
      update board_feeds feed set sequence = held.sequence, document = held.document::json, posted_at = held.posted_at
      from held
      where feed.board_type = held.board_type and feed.board_id = held.board_id and feed.name = held.name
        and (held.before is null or held.before < held.sequence)
    )
    select at::int - 1 as at, before as sequence, encode(sha256(convert_to(document_before::text, 'UTF8')), 'hex') as digest from held
  `.execute(db)
  const before = new Map(rows.map(({ at, sequence, digest }) => [at, { sequence, digest }]))
  return posts.map((_post, at) => before.get(at))
}

/** What a program posted last. */
interface PostedNow {
  document: unknown
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
