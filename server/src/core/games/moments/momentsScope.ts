import { builtInTypes } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import type { Actor } from '../../../ground/http/auth'
import { notFound, unauthorized } from '../../../ground/http/refusals'
import { isHolder, opens, visibleBoard } from '../../boards/visibility'
import type { BoardName, BoardRow } from '../../boards/visibility'
import type { MachineScores } from '../scores.service'

type Db = Kysely<Tables>

/** Whose moments somebody asks for, and by which key of a private board. One of these, or none: those of all the caller's own venues. */
export interface MomentsOf {
  venue?: number
  venuemachine?: number
  board?: { type: BoardType; id: number }
  key?: string
}

/**
 * The machines whose moments this actor may read. Throws 401 without a login where nothing is named, and 404 for what there
 * is not, or is not shown to this actor.
 */
export async function machinesOf(
  db: Db,
  scores: Pick<MachineScores, 'requireVisible'>,
  actor: Actor,
  { venue, venuemachine, board, key }: MomentsOf,
): Promise<number[]> {
  if (venuemachine !== undefined) {
    await scores.requireVisible(venuemachine, actor, key)
    return [venuemachine]
  }
  if (board) return machinesOfBoard(db, actor, board, key)
  const user = actor.type === 'user' ? actor.userId : undefined
  if (venue === undefined) {
    if (user === undefined) throw unauthorized()
    return inVenues(db, sql`v.owner_id = ${user}`)
  }
  const found = await db.selectFrom('venues').select('owner_id').where('id', '=', venue).executeTakeFirst()
  const ids = await inVenues(db, sql`v.id = ${venue}`)
  if (user !== undefined && found?.owner_id === user) return ids
  // A venue as such is its owner's alone; others see the machines in it that everybody may see.
  const open = await openOf(db, ids)
  if (open.length === 0) throw notFound()
  return open
}

async function inVenues(db: Db, are: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select vm.id from venues v join venue_machines vm on vm.venue_id = v.id where ${are} order by vm.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function openOf(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('open_machines').select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** What a board, and the boards in it, show or count: the machines that they name, and its owner's of the titles that they count. */
async function machinesOfBoard(
  db: Db,
  actor: Actor,
  { type, id }: { type: BoardType; id: number },
  key: string | undefined,
): Promise<number[]> {
  const board = await visibleBoard(db, type, id, actor, key)
  const isInsider = await isInside(db, board, actor, key)
  const { rows } = await sql<{ id: number; is_own: boolean }>`
    with recursive ${shownIn(board)},
    named as (
      select r.venue_machine_id, r.machine_id, r.machine_group_id from shown join board_references r on r.board_type = shown.type and r.board_id = shown.id
    ),
    titles as (
      select machine_id as id from named where machine_id is not null
      union
      select m.id from named join machines m on m.group_id = named.machine_group_id
    )
    select vm.id, v.owner_id = ${board.owner_id} as is_own from venue_machines vm join venues v on v.id = vm.venue_id
    where vm.id in (select venue_machine_id from named where venue_machine_id is not null)
      or (v.owner_id = ${board.owner_id} and vm.machine_id in (select id from titles))
    order by vm.id
  `.execute(db)
  const own = isInsider ? rows.filter(({ is_own }) => is_own).map(({ id }) => id) : []
  return [
    ...new Set([
      ...own,
      ...(await openOf(
        db,
        rows.map(({ id }) => id),
      )),
    ]),
  ]
}

/** Whether this actor may see what a board shows of its owner's, also what is not public: the owner, and who has a key. */
const isInside = async (db: Db, board: BoardRow, actor: Actor, key: string | undefined): Promise<boolean> =>
  isHolder(board, actor, key) || (key !== undefined && (await opens(db, key, board.type, board.id)))

/** A board and those in it, however deep, as `shown` of a recursive query. */
const shownIn = ({ type, id }: BoardName) => sql`
  shown (type, id) as (
    select ${type}::text, ${id}::bigint
    union
    select part.part_type, part.part_id from shown join board_references part on part.board_type = shown.type and part.board_id = shown.id
    where part.part_id is not null
  )`

/**
 * The boards of whose tournaments this actor may read, by the same names as machinesOf: the board and those in it, the boards of the venue's
 * owner that name a machine there, or all the caller's own; none of a single machine. Throws 401 and 404 as it does.
 */
export async function eventBoardsOf(
  db: Db,
  actor: Actor,
  { venue, venuemachine, board: named, key }: MomentsOf,
): Promise<BoardName[]> {
  if (venuemachine !== undefined) return []
  const user = actor.type === 'user' ? actor.userId : null
  if (named) {
    const board = await visibleBoard(db, named.type, named.id, actor, key)
    const own = (await isInside(db, board, actor, key)) ? board.owner_id : null
    return withEvents(
      db,
      sql`with recursive ${shownIn(board)}`,
      sql`(b.type, b.id) in (select type, id from shown) and (b.is_public or b.owner_id = ${own})`,
    )
  }
  if (venue === undefined) {
    if (user === null) throw unauthorized()
    return withEvents(db, sql``, sql`b.owner_id = ${user}`)
  }
  return withEvents(
    db,
    sql``,
    sql`(b.is_public or b.owner_id = ${user}) and b.owner_id = (select owner_id from venues where id = ${venue}) and exists (
      select from board_references r join venue_machines vm on vm.id = r.venue_machine_id
      where r.board_type = b.type and r.board_id = b.id and vm.venue_id = ${venue}
    )`,
  )
}

/** The boards of which this is so, and of which moments may be told: those of types from remotes, and where a tournament was ever posted. */
async function withEvents(db: Db, first: RawBuilder<unknown>, are: RawBuilder<unknown>): Promise<BoardName[]> {
  const { rows } = await sql<BoardName>`
    ${first} select b.type, b.id from boards b where ${are}
      and (b.type <> all (${[...builtInTypes]}) or exists (select from events_known k where k.board_type = b.type and k.board_id = b.id))
    order by b.type, b.id
  `.execute(db)
  return rows
}
