import { randomBytes } from 'node:crypto'
import {
  titleTaken,
  type BoardType,
  type BoardUse,
  type FoundReference,
  type MomentChoice,
} from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { wordPatterns } from '../../ground/database/like'
import { overlapping } from '../../ground/database/overlapping'
import type { Tables } from '../../ground/database/tables'
import { violatedConstraint } from '../../ground/database/violation'
import { countRows } from '../../ground/http/page'
import { invalid } from '../../ground/http/refusals'
import type { PublicUserRow } from '../accounts/publicUser'
import { noRoom, quotas } from '../accounts/quotas'
import type { BoardName } from './visibility'

type Db = Kysely<Tables>

/** A board as it is stored, with its owner. */
export interface StoredBoard {
  id: number
  owner_id: number
  title: string
  is_public: boolean
  moments: MomentChoice
  viewer_key: string
  embed_sites: string[]
  settings: object
  settings_version: number
  owner: PublicUserRow
}

/** What of a board is written; settings are any JSON. */
type BoardColumns = Omit<StoredBoard, 'id' | 'owner_id' | 'owner'>

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

/** Writes in one transaction. Throws 400: of two requests with one title the constraint decides. */
export async function writing<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await overlapping(() => db.transaction().execute(work))
  } catch (error) {
    throw violatedConstraint(error) === 'boards_title_unique' ? invalid({ title: [titleTaken] }) : error
  }
}

/** 128 random bits that open a private board, as text for an address. */
export const newViewerKey = (): string => randomBytes(16).toString('base64url')

const withOwner = sql`
  select b.id, b.owner_id, b.title, b.is_public, b.moments, b.viewer_key, b.embed_sites, b.settings, b.settings_version,
    json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name,
    'display_name', u.display_name, 'initials', u.initials, 'picture', encode(u.picture, 'hex')) as owner
  from boards b join users u on u.id = b.owner_id`

const unstorable = /\p{Surrogate}|\0/gu

/** Settings as their column takes them: jsonb knows neither half characters nor NUL. */
export const storedSettings = (settings: object): string =>
  JSON.stringify(settings, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '\uFFFD') : value,
  )

const columnsOf = ({ settings, ...columns }: Partial<BoardColumns>) => ({
  ...columns,
  ...(settings && { settings: storedSettings(settings) }),
})

/** The boards of a type that the reader may see, and how many there are. */
export async function listBoards(
  db: Db,
  type: BoardType,
  filter: BoardFilter,
): Promise<{ count: number; rows: StoredBoard[] }> {
  const conditions: RawBuilder<unknown>[] = [
    sql`b.type = ${type}`,
    sql`(b.is_public or b.owner_id = ${filter.reader ?? null})`,
  ]
  if (filter.owner !== undefined) conditions.push(sql`b.owner_id = ${filter.owner}`)
  if (filter.isPublic !== undefined) conditions.push(sql`b.is_public = ${filter.isPublic}`)
  if (filter.search) {
    conditions.push(
      sql`b.title || ' ' || coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) ilike all (${wordPatterns(filter.search)}::text[])`,
    )
  }
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const direction = sql.raw(filter.direction)
  const count = await countRows(
    db,
    sql`select from boards b ${filter.search ? sql`join users u on u.id = b.owner_id` : sql``} ${where}`,
  )
  const { rows } = await sql<StoredBoard>`
    ${withOwner} ${where}
    order by ${filter.column === 'title' ? sql`lower(b.title)` : sql.ref(`b.${filter.column}`)} ${direction}, b.id ${direction} limit ${filter.limit} offset ${filter.offset}
  `.execute(db)
  return { count, rows }
}

export async function readBoard(db: Db, { type, id }: BoardName): Promise<StoredBoard | undefined> {
  const { rows } = await sql<StoredBoard>`${withOwner} where b.type = ${type} and b.id = ${id}`.execute(db)
  return rows[0]
}

/** The titles of all boards of this type that an owner has. */
export async function ownTitles(db: Db, type: BoardType, ownerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('boards')
    .select('title')
    .where('type', '=', type)
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.map(({ title }) => title)
}

const column = {
  venuemachine: 'venue_machine_id',
  machine: 'machine_id',
  machinegroup: 'machine_group_id',
  player: 'player_id',
  slideshowimage: 'slideshow_image_id',
} as const

/** The column of what a board names; undefined for another board. */
export const columnOf = (kind: string) =>
  Object.hasOwn(column, kind) ? column[kind as keyof typeof column] : undefined

const referenceColumns = sql`place, position, venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_type, part_id, opens, counts`

/** References as rows of their table, in one parameter, whatever their number. */
function rowsOf(references: readonly FoundReference[]) {
  const positions = new Map<string, number>()
  const rows = references.map(({ place, kind, id, rule }) => {
    const position = positions.get(place) ?? 0
    positions.set(place, position + 1)
    const own = columnOf(kind)
    const isMachine = kind === 'venuemachine'
    return {
      place,
      position,
      ...(own ? { [own]: id } : { part_type: kind, part_id: id }),
      opens: isMachine && (rule.opens ?? false),
      counts: isMachine && (rule.counts ?? false),
    }
  })
  return sql`json_to_recordset(${JSON.stringify(rows)}) as given (
    place text, position integer, venue_machine_id bigint, machine_id bigint, machine_group_id bigint, player_id bigint, slideshow_image_id bigint,
    part_type text, part_id bigint, opens boolean, counts boolean
  )`
}

/**
 * Stores a new board with what it names; its owner is locked (see holdAccount), so that the count of their boards stays true.
 * Throws 400 if they have as many as allowed, and PostgreSQL's violation of `boards_title_unique`.
 */
export async function insertBoard(
  db: Db,
  type: BoardType,
  owner: PublicUserRow,
  board: Omit<BoardColumns, 'embed_sites'>,
  references: readonly FoundReference[],
): Promise<StoredBoard> {
  const most = quotas.boardsOfAKind
  const { title, is_public, moments, viewer_key, settings, settings_version } = board
  const { rows } = await sql<Pick<StoredBoard, 'id' | 'settings'>>`
    with made as (
      insert into boards (type, owner_id, title, is_public, moments, viewer_key, settings, settings_version)
      select ${type}::text, ${owner.id}::bigint, ${title}::text, ${is_public}::boolean, ${moments}::text, ${viewer_key}::text, ${storedSettings(settings)}::jsonb, ${settings_version}::integer
      where (select count(*) from (select from boards where owner_id = ${owner.id} and type = ${type} limit ${most}) kept) < ${most}
      returning id, settings
    ), named as (
      insert into board_references (board_type, board_id, ${referenceColumns})
      select ${type}::text, made.id, ${referenceColumns} from made, ${rowsOf(references)}
    )
    select id, settings from made
  `.execute(db)
  if (!rows[0]) throw noRoom(most, 'boards of this kind')
  return { ...board, ...rows[0], owner_id: owner.id, owner, embed_sites: [] }
}

/** Makes what a board names these references, in place of those before. */
export async function replaceReferences(
  db: Db,
  { type, id }: BoardName,
  references: readonly FoundReference[],
): Promise<void> {
  await db.deleteFrom('board_references').where('board_type', '=', type).where('board_id', '=', id).execute()
  if (references.length === 0) return
  await sql`insert into board_references (board_type, board_id, ${referenceColumns}) select ${type}, ${id}, ${referenceColumns} from ${rowsOf(references)}`.execute(
    db,
  )
}

export type LockedColumn = 'id' | 'title' | 'is_public' | 'moments' | 'settings' | 'settings_version'

/** Holds a board of this owner until the transaction ends. Undefined when there is none. */
export async function lockBoard<Column extends LockedColumn>(
  db: Db,
  { type, id }: BoardName,
  ownerId: number,
  columns: readonly Column[],
): Promise<Pick<StoredBoard, Column> | undefined> {
  const { rows } = await sql<Pick<StoredBoard, Column>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from boards where type = ${type} and id = ${id} and owner_id = ${ownerId} for update
  `.execute(db)
  return rows[0]
}

/** Changes a board of this owner. False when there is none. Throws PostgreSQL's violation of `boards_title_unique`. */
export async function updateBoard(
  db: Db,
  { type, id }: BoardName,
  ownerId: number,
  columns: Partial<BoardColumns>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set({ ...columnsOf(columns), updated_at: sql`now()` })
    .where('type', '=', type)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes a board of this owner; what named it names it no longer, their settings are for the caller to change. Answers the
 * machines that it opened to everybody.
 */
export async function deleteBoard(db: Db, { type, id }: BoardName, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ opened: number[] }>`
    delete from boards where type = ${type} and id = ${id} and owner_id = ${ownerId}
    returning (
      select coalesce(json_agg(venue_machine_id), '[]') from board_references
      where board_type = boards.type and board_id = boards.id and opens and boards.is_public
    ) as opened
  `.execute(db)
  return rows[0]?.opened ?? []
}

/** The boards that show a board themselves, as far as its owner may know: their own, and public ones of others. */
export const listUses = (db: Db, { type, id }: BoardName, ownerId: number): Promise<BoardUse[]> =>
  db
    .selectFrom('board_references as named')
    .innerJoin('boards', (join) =>
      join.onRef('boards.type', '=', 'named.board_type').onRef('boards.id', '=', 'named.board_id'),
    )
    .select(['boards.type', 'boards.id', 'boards.title'])
    .distinct()
    .where('named.part_type', '=', type)
    .where('named.part_id', '=', id)
    .where(({ or, eb }) => or([eb('boards.owner_id', '=', ownerId), eb('boards.is_public', '=', true)]))
    .orderBy('boards.type')
    .orderBy('boards.title')
    .orderBy('boards.id')
    .execute()
