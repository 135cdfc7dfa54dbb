import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import type { Actor } from '../../../ground/http/auth'
import { notFound, unauthorized } from '../../../ground/http/refusals'
import { isHolder, opens, visibleBoard } from '../../boards/visibility'
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
  const isInsider = isHolder(board, actor, key) || (key !== undefined && (await opens(db, key, type, id)))
  const { rows } = await sql<{ id: number; is_own: boolean }>`
    with recursive shown (type, id) as (
      select ${type}::text, ${id}::bigint
      union
      select part.part_type, part.part_id from shown join board_references part on part.board_type = shown.type and part.board_id = shown.id
      where part.part_id is not null
    ),
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
