import type { BoardType, BoardUse } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { PublicUserRow } from '../accounts/publicUser'
import { wordPatterns } from '../database/like'
import type { Tables } from '../database/tables'
import type { BoardTable } from './boardTables'

type Db = Kysely<Tables>

/** What every row of a board has when it is read, besides its type's own columns. */
export interface StoredBoard {
  id: number
  owner_id: number
  title: string
  is_public: boolean
  viewer_key: string
  embed_sites: string[]
  owner: PublicUserRow
}

const boardOrders = ['id', 'title', 'created_at', 'updated_at'] as const
export { boardOrders }

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

const withOwner = (table: BoardTable) => sql`
  select b.*, json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name,
    'display_name', u.display_name, 'initials', u.initials, 'picture', encode(u.picture, 'hex')) as owner
  from ${sql.table(table)} b join users u on u.id = b.owner_id`

/** The boards that the reader may see, and how many there are. */
export async function listBoards<Row>(db: Db, table: BoardTable, filter: BoardFilter): Promise<{ count: number; rows: (StoredBoard & Row)[] }> {
  const conditions: RawBuilder<unknown>[] = [sql`(b.is_public or b.owner_id = ${filter.reader ?? null})`]
  if (filter.owner !== undefined) conditions.push(sql`b.owner_id = ${filter.owner}`)
  if (filter.isPublic !== undefined) conditions.push(sql`b.is_public = ${filter.isPublic}`)
  if (filter.search) {
    conditions.push(sql`b.title || ' ' || coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) ilike all (${wordPatterns(filter.search)}::text[])`)
  }
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const direction = sql.raw(filter.direction)
  const counted = await sql<{ count: number }>`select count(*) from ${sql.table(table)} b ${filter.search ? sql`join users u on u.id = b.owner_id` : sql``} ${where}`.execute(db)
  const { rows } = await sql<StoredBoard & Row>`
    ${withOwner(table)} ${where}
    order by ${filter.column === 'title' ? sql`lower(b.title)` : sql.ref(`b.${filter.column}`)} ${direction}, b.id ${direction} limit ${filter.limit} offset ${filter.offset}
  `.execute(db)
  return { count: counted.rows[0]!.count, rows }
}

export async function readBoard<Row>(db: Db, table: BoardTable, id: number): Promise<(StoredBoard & Row) | undefined> {
  const { rows } = await sql<StoredBoard & Row>`${withOwner(table)} where b.id = ${id}`.execute(db)
  return rows[0]
}

/** Answers the new id. Throws PostgreSQL's violation of `{table}_title_unique`. */
export async function insertBoard(db: Db, table: BoardTable, columns: Record<string, unknown>): Promise<number> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))}) returning id
  `.execute(db)
  return rows[0]!.id
}

/** Holds a board of this owner until the transaction ends. Answers whether it is public; undefined when there is none. */
export async function lockBoard(db: Db, table: BoardTable, id: number, ownerId: number): Promise<{ isPublic: boolean } | undefined> {
  const { rows } = await sql<{ is_public: boolean }>`
    select is_public from ${sql.table(table)} where id = ${id} and owner_id = ${ownerId} for update
  `.execute(db)
  return rows[0] && { isPublic: rows[0].is_public }
}

/** Changes a board of this owner. False when there is none. Throws PostgreSQL's violation of `{table}_title_unique`. */
export async function updateBoard(db: Db, table: BoardTable, id: number, ownerId: number, columns: Record<string, unknown>): Promise<boolean> {
  const settings = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join(settings)}, updated_at = now() where id = ${id} and owner_id = ${ownerId} returning id
  `.execute(db)
  return rows.length > 0
}

/** False when there is none of this owner. */
export async function deleteBoard(db: Db, table: BoardTable, id: number, ownerId: number): Promise<boolean> {
  const { rows } = await sql`delete from ${sql.table(table)} where id = ${id} and owner_id = ${ownerId} returning id`.execute(db)
  return rows.length > 0
}

/** The boards that show a board themselves, as far as its owner may know: his own, and public ones of others. */
export const listUses = (db: Db, type: BoardType, id: number, ownerId: number): Promise<BoardUse[]> =>
  db
    .selectFrom('board_parts')
    .innerJoin('boards', (join) => join.onRef('boards.type', '=', 'board_parts.container_type').onRef('boards.id', '=', 'board_parts.container_id'))
    .select(['boards.type', 'boards.id', 'boards.title'])
    .where('board_parts.type', '=', type)
    .where('board_parts.id', '=', id)
    .where(({ or, eb }) => or([eb('boards.owner_id', '=', ownerId), eb('boards.is_public', '=', true)]))
    .orderBy('boards.type')
    .orderBy('boards.title')
    .orderBy('boards.id')
    .execute()
