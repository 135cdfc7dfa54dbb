import { createHash, timingSafeEqual } from 'node:crypto'
import { allowsSite, type BoardType } from '@multiball/shared/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import type { Actor } from '../../ground/http/actors'
import { forbidden, notFound } from '../../ground/http/refusals'

type Db = Kysely<Tables>

/** What names a board. */
export interface BoardName {
  type: BoardType
  id: number
}

/** What decides who may see a board. */
export interface BoardRow extends BoardName {
  owner_id: number
  title: string
  is_public: boolean
  viewer_key: string
}

/** The state of a board, opened for somebody who may see it, on this site. Throws 404. */
export interface LiveStates {
  open(
    type: BoardType,
    id: number,
    actor: Actor,
    key: string | undefined,
    site?: string,
  ): Promise<{ channel: { readonly shown?: { settings: object; body: object } } }>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The comparison takes the same time for every key. */
const isSame = (key: string, viewerKey: string) => timingSafeEqual(digest(key), digest(viewerKey))

/** Whether this actor, or the holder of this board's own key, may see a board. */
export function canSee(
  board: Pick<BoardRow, 'is_public' | 'owner_id' | 'viewer_key'>,
  actor: Actor,
  key: string | undefined,
): boolean {
  return board.is_public || isHolder(board, actor, key)
}

/** Whether this is the owner, or somebody who has the board's own key. */
export function isHolder(
  board: Pick<BoardRow, 'owner_id' | 'viewer_key'>,
  actor: Actor,
  key: string | undefined,
): boolean {
  if (actor.type === 'user' && actor.userId === board.owner_id) return true
  return key !== undefined && isSame(key, board.viewer_key)
}

/**
 * Whether a board may be shown on a site. Its owner says where; the owner sees it everywhere.
 * @param site origin of the foreign page that asks; undefined for our own pages, and where no page asks
 */
export const isForSite = (
  board: { owner_id: number; embed_sites: readonly string[] },
  actor: Actor,
  site: string | undefined,
): boolean =>
  site === undefined ||
  allowsSite(board.embed_sites, site) ||
  (actor.type === 'user' && actor.userId === board.owner_id)

/** The keys of these boards (type, id, owner_id, viewer_key), and of all boards of the same owner that show them, however deep. */
async function keysAbove(db: Db, boards: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ viewer_key: string }>`
    with recursive opening (type, id, owner_id, viewer_key) as (
      ${boards}
      union
      select container.type, container.id, container.owner_id, container.viewer_key
      from opening
      -- "offset 0" asks for the containers of each board through their indexes, instead of for all that there are
      cross join lateral (
        select board_type, board_id from board_references where part_type = opening.type and part_id = opening.id offset 0
      ) part
      join boards container on container.type = part.board_type and container.id = part.board_id and container.owner_id = opening.owner_id
    )
    select viewer_key from opening
  `.execute(db)
  return rows.map(({ viewer_key }) => viewer_key)
}

/** All keys that open a board: its own key, and those of boards of the same owner that show it, however deep. */
export const viewerKeysOf = (db: Db, type: BoardType, id: number): Promise<string[]> =>
  keysAbove(db, sql`select type, id, owner_id, viewer_key from boards where type = ${type} and id = ${id}`)

/** Whether a key opens a board, see {@link viewerKeysOf}. */
export async function opens(db: Db, key: string, type: BoardType, id: number): Promise<boolean> {
  return (await viewerKeysOf(db, type, id)).some((viewerKey) => isSame(key, viewerKey))
}

/** Whether a key opens the games of a machine: that of a board of the machine's owner that shows them, and of what shows such a board. */
export async function opensMachine(db: Db, key: string, venueMachineId: number): Promise<boolean> {
  const boards = sql`
    select board.type, board.id, board.owner_id, board.viewer_key
    from board_references shown
    join boards board on board.type = shown.board_type and board.id = shown.board_id
    join venue_machines machine on machine.id = shown.venue_machine_id
    join venues venue on venue.id = machine.venue_id and venue.owner_id = board.owner_id
    where shown.venue_machine_id = ${venueMachineId} and shown.opens`
  return (await keysAbove(db, boards)).some((viewerKey) => isSame(key, viewerKey))
}

/** The board as it is stored; undefined when there is none. */
export async function findBoard(db: Db, type: string, id: number): Promise<BoardRow | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
  return db
    .selectFrom('boards')
    .select(['type', 'id', 'owner_id', 'title', 'is_public', 'viewer_key'])
    .where('type', '=', type as BoardType)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether this actor may see a board, or the holder of a key that opens it. */
export async function maySee(
  db: Db,
  board: Omit<BoardRow, 'title'>,
  actor: Actor,
  key: string | undefined,
): Promise<boolean> {
  return canSee(board, actor, key) || (key !== undefined && (await opens(db, key, board.type, board.id)))
}

export const refusedEdit = 'You do not authorized to edit the requested resource.'

/** Why somebody else's call is refused: a private board is not even admitted to exist. */
export const refusal = (board: Pick<BoardRow, 'is_public'> | undefined, sentence: string) =>
  board?.is_public ? forbidden(sentence) : notFound()

/** The board. Throws the same 404 when there is none and when it may not be seen. */
export async function visibleBoard(
  db: Db,
  type: string,
  id: number,
  actor: Actor,
  key: string | undefined,
): Promise<BoardRow> {
  const board = await findBoard(db, type, id)
  if (!board || !(await maySee(db, board, actor, key))) throw notFound()
  return board
}

/** The boards that directly show a board, whoever owns them. */
export const boardsContaining = (db: Db, { type, id }: BoardName): Promise<BoardName[]> =>
  db
    .selectFrom('board_references')
    .select(['board_type as type', 'board_id as id'])
    .distinct()
    .where('part_type', '=', type)
    .where('part_id', '=', id)
    .orderBy('board_type')
    .orderBy('board_id')
    .execute()

/**
 * The boards that name one of these machines, whether public or not: that show it, count it or have it on a whitelist. What shows those is asked of {@link boardsContaining}.
 */
export async function boardsShowing(db: Db, venueMachineIds: readonly number[]): Promise<BoardName[]> {
  if (venueMachineIds.length === 0) return []
  return db
    .selectFrom('board_references')
    .select(['board_type as type', 'board_id as id'])
    .distinct()
    .where('venue_machine_id', 'in', venueMachineIds)
    .orderBy('board_type')
    .orderBy('board_id')
    .execute()
}

/** The boards that name a title of an owner's own, or a machine of it. */
export async function boardsShowingOwnTitle(db: Db, titleId: number, ownerId: number): Promise<BoardName[]> {
  const { rows } = await sql<BoardName>`
    with title as (select id from machines where id = ${titleId} and owner_id = ${ownerId})
    select board_type as type, board_id as id from board_references where machine_id in (select id from title)
    union
    select board_type, board_id from board_references
    where venue_machine_id in (select vm.id from venue_machines vm join title on title.id = vm.machine_id)
  `.execute(db)
  return rows
}

/** Boards of other owners that name one of these machines: what they show depends on whether it is open to everybody. */
export async function othersBoardsShowing(
  db: Db,
  venueMachineIds: readonly number[],
  ownerId: number,
): Promise<BoardName[]> {
  if (venueMachineIds.length === 0) return []
  // Two ranges, which have an index where "<>" has none: of an owner of most boards not all are read.
  const { rows } = await sql<BoardName>`
    select distinct board.type, board.id
    from board_references named join boards board on board.type = named.board_type and board.id = named.board_id
    where named.venue_machine_id = any (${venueMachineIds}::bigint[]) and (board.owner_id < ${ownerId} or board.owner_id > ${ownerId})
  `.execute(db)
  return rows
}
