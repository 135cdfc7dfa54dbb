import { createHash, timingSafeEqual } from 'node:crypto'
import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import type { Actor } from '../http/actors'
import { notFound } from '../http/refusals'
import { boardTables } from './boardTables'

/** What decides who may see a board. */
export interface BoardRow {
  type: BoardType
  id: number
  owner_id: number
  title: string
  is_public: boolean
  viewer_key: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether this actor, or the holder of this key, may see a board. The comparison takes the same time for every key. */
export function canSee(board: Pick<BoardRow, 'is_public' | 'owner_id' | 'viewer_key'>, actor: Actor, key: string | undefined): boolean {
  if (board.is_public) return true
  if (actor.type === 'user' && actor.userId === board.owner_id) return true
  return key !== undefined && timingSafeEqual(digest(key), digest(board.viewer_key))
}

/** The board as it is stored; undefined when there is none. */
export async function findBoard(db: Kysely<Tables>, type: string, id: number): Promise<BoardRow | undefined> {
  const table = boardTables.find((board) => board.type === type)
  if (!table || !Number.isSafeInteger(id)) return undefined
  const { rows } = await sql<Omit<BoardRow, 'type'>>`
    select id, owner_id, title, is_public, viewer_key from ${sql.table(table.table)} where id = ${id}
  `.execute(db)
  return rows[0] && { type: table.type, ...rows[0] }
}

/** The board. Throws the same 404 when there is none and when it may not be seen. */
export async function visibleBoard(db: Kysely<Tables>, type: string, id: number, actor: Actor, key: string | undefined): Promise<BoardRow> {
  const board = await findBoard(db, type, id)
  if (!board || !canSee(board, actor, key)) throw notFound()
  return board
}

/** The boards that show a machine, whether public or not. */
export async function boardsShowing(db: Kysely<Tables>, venueMachineId: number): Promise<{ type: BoardType; id: number }[]> {
  const rows = await db.selectFrom('scoreboard_machines').select('scoreboard_id').where('venue_machine_id', '=', venueMachineId).execute()
  return rows.map(({ scoreboard_id }) => ({ type: 'scoreboard', id: scoreboard_id }))
}
