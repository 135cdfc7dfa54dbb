import type { BoardType, BoardUse } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { PublicUserRow } from '../accounts/publicUser'
import { wordPatterns } from '../database/like'
import type { Tables } from '../database/tables'
import type { BoardName } from './visibility'

type Db = Kysely<Tables>

/** A board as it is stored, with its owner. */
export interface StoredBoard {
  id: number
  owner_id: number
  title: string
  is_public: boolean
  viewer_key: string
  embed_sites: string[]
  settings: object
  settings_version: number
  owner: PublicUserRow
}

/** What of a board is written; settings are any JSON. */
export type BoardColumns = Omit<StoredBoard, 'id' | 'owner_id' | 'owner'>

export const boardOrders = ['id', 'title', 'created_at', 'updated_at'] as const

export interface BoardFilter {
  owner?: number
  isPublic?: boolean
  /** words of the title, or of the owner's shown name */
  search?: string
  /** who asks; undefined for everybody else, who sees public ones */
  reader: number | undefined
  column: (typeof boardOrders)[number]
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

const withOwner = sql`
  select b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.settings, b.settings_version,
    json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name,
    'display_name', u.display_name, 'initials', u.initials, 'picture', encode(u.picture, 'hex')) as owner
  from boards b join users u on u.id = b.owner_id`

const unstorable = /\p{Surrogate}|\0/gu

/** Settings as their column takes them: jsonb knows neither half characters nor NUL. */
export const storedSettings = (settings: object): string =>
  JSON.stringify(settings, (_key, value: unknown) => (typeof value === 'string' ? value.replace(unstorable, '\uFFFD') : value))

const columnsOf = ({ settings, ...columns }: Partial<BoardColumns>) => ({ ...columns, ...(settings && { settings: storedSettings(settings) }) })

/** The boards of a type that the reader may see, and how many there are. */
export async function listBoards(db: Db, type: BoardType, filter: BoardFilter): Promise<{ count: number; rows: StoredBoard[] }> {
  const conditions: RawBuilder<unknown>[] = [sql`b.type = ${type}`, sql`(b.is_public or b.owner_id = ${filter.reader ?? null})`]
  if (filter.owner !== undefined) conditions.push(sql`b.owner_id = ${filter.owner}`)
  if (filter.isPublic !== undefined) conditions.push(sql`b.is_public = ${filter.isPublic}`)
  if (filter.search) {
    conditions.push(sql`b.title || ' ' || coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) ilike all (${wordPatterns(filter.search)}::text[])`)
  }
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const direction = sql.raw(filter.direction)
  const counted = await sql<{ count: number }>`select count(*) from boards b ${filter.search ? sql`join users u on u.id = b.owner_id` : sql``} ${where}`.execute(db)
  const { rows } = await sql<StoredBoard>`
    ${withOwner} ${where}
    order by ${filter.column === 'title' ? sql`lower(b.title)` : sql.ref(`b.${filter.column}`)} ${direction}, b.id ${direction} limit ${filter.limit} offset ${filter.offset}
  `.execute(db)
  return { count: counted.rows[0]!.count, rows }
}

export async function readBoard(db: Db, { type, id }: BoardName): Promise<StoredBoard | undefined> {
  const { rows } = await sql<StoredBoard>`${withOwner} where b.type = ${type} and b.id = ${id}`.execute(db)
  return rows[0]
}

/** The titles of all boards of this type that an owner has. */
export async function ownTitles(db: Db, type: BoardType, ownerId: number): Promise<string[]> {
  const rows = await db.selectFrom('boards').select('title').where('type', '=', type).where('owner_id', '=', ownerId).execute()
  return rows.map(({ title }) => title)
}

/** Answers the new id. Throws PostgreSQL's violation of `boards_title_unique`. */
export async function insertBoard(db: Db, type: BoardType, ownerId: number, { title, is_public, viewer_key, settings, settings_version }: Omit<BoardColumns, 'embed_sites'>): Promise<number> {
  const { id } = await db
    .insertInto('boards')
    .values({ type, owner_id: ownerId, title, is_public, viewer_key, settings: storedSettings(settings), settings_version })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Holds a board of this owner until the transaction ends. Undefined when there is none. */
export async function lockBoard(db: Db, { type, id }: BoardName, ownerId: number): Promise<Pick<StoredBoard, 'title' | 'is_public' | 'settings' | 'settings_version'> | undefined> {
  return db.selectFrom('boards').select(['title', 'is_public', 'settings', 'settings_version']).where('type', '=', type).where('id', '=', id).where('owner_id', '=', ownerId).forUpdate().executeTakeFirst()
}

/** Changes a board of this owner. False when there is none. Throws PostgreSQL's violation of `boards_title_unique`. */
export async function updateBoard(db: Db, { type, id }: BoardName, ownerId: number, columns: Partial<BoardColumns>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set({ ...columnsOf(columns), updated_at: sql`now()` })
    .where('type', '=', type)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when there is none of this owner. What named it names it no longer; their settings are for the caller to change. */
export async function deleteBoard(db: Db, { type, id }: BoardName, ownerId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('boards').where('type', '=', type).where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The boards that show a board themselves, as far as its owner may know: his own, and public ones of others. */
export const listUses = (db: Db, { type, id }: BoardName, ownerId: number): Promise<BoardUse[]> =>
  db
    .selectFrom('board_references as named')
    .innerJoin('boards', (join) => join.onRef('boards.type', '=', 'named.board_type').onRef('boards.id', '=', 'named.board_id'))
    .select(['boards.type', 'boards.id', 'boards.title'])
    .distinct()
    .where('named.part_type', '=', type)
    .where('named.part_id', '=', id)
    .where(({ or, eb }) => or([eb('boards.owner_id', '=', ownerId), eb('boards.is_public', '=', true)]))
    .orderBy('boards.type')
    .orderBy('boards.title')
    .orderBy('boards.id')
    .execute()
