import type { ScoreboardSettings } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { ScoreboardsTable, Tables } from '../database/tables'
import { mayShowMachine } from './machineVisibility'

type Db = Kysely<Tables>

export type ScoreboardRow = Selectable<ScoreboardsTable>

/** The machines of each board, in their order. */
export async function machinesOf(db: Db, boardIds: number[]): Promise<Map<number, { venuemachine: number; order: number }[]>> {
  const machines = new Map(boardIds.map((id): [number, { venuemachine: number; order: number }[]] => [id, []]))
  if (boardIds.length === 0) return machines
  const rows = await db
    .selectFrom('scoreboard_machines')
    .select(['scoreboard_id', 'venue_machine_id', 'order'])
    .where('scoreboard_id', 'in', boardIds)
    .orderBy('order')
    .orderBy('venue_machine_id')
    .execute()
  for (const row of rows) machines.get(row.scoreboard_id)?.push({ venuemachine: row.venue_machine_id, order: row.order })
  return machines
}

/** Puts these machines on a board in place of those before. */
export async function replaceMachines(db: Db, boardId: number, items: { venuemachine: number; order: number }[]): Promise<void> {
  await db.deleteFrom('scoreboard_machines').where('scoreboard_id', '=', boardId).execute()
  await db
    .insertInto('scoreboard_machines')
    .values(items.map(({ venuemachine, order }) => ({ scoreboard_id: boardId, venue_machine_id: venuemachine, order })))
    .execute()
}

/** All that a viewer's first paint needs but the scores; who may see it is asked before. Undefined when it is gone. */
export async function readScoreboardSettings(db: Db, id: number): Promise<ScoreboardSettings | undefined> {
  const board = await db.selectFrom('scoreboards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!board) return undefined
  const machines = await db
    .selectFrom('scoreboard_machines')
    .innerJoin('venue_machines', 'venue_machines.id', 'scoreboard_machines.venue_machine_id')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .select(['order', 'venue_machines.id', 'venues.id as venue_id', 'venues.name as venue_name', 'machines.id as machine_id', 'machines.name as machine_name'])
    .where('scoreboard_id', '=', id)
    .where(mayShowMachine(sql.ref('venue_machines.id'), sql.val(board.owner_id)))
    .orderBy('order')
    .orderBy('venue_machines.id')
    .execute()
  return {
    id: board.id,
    title: board.title,
    display_title: board.display_title,
    background_color: board.background_color,
    high_density: board.high_density,
    enablePlayerRank: board.enable_player_rank,
    leaderboard: board.leaderboard_id,
    idle_leaderboard_show: board.idle_leaderboard_show,
    idle_leaderboard_sec: board.idle_leaderboard_sec,
    idle_scoreboard_sec: board.idle_scoreboard_sec,
    idle_hotgame_show: board.idle_hotgame_show,
    idle_hotgame_type: board.idle_hotgame_type,
    items: machines.map((row) => ({
      order: row.order,
      venuemachine: { id: row.id, venue: { id: row.venue_id, name: row.venue_name }, machine: { id: row.machine_id, name: row.machine_name } },
    })),
  }
}
