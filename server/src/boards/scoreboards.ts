import { Scoreboard, ScoreboardInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import { inOrder } from './inOrder'
import type { BoardKind } from './kind'
import { areUsableBoards, usableMachines } from './references.store'
import { machinesOf, replaceMachines } from './scoreboards.store'
import type { ScoreboardRow } from './scoreboards.store'
import { machinesMustBeSeen, notFoundHere } from './sentences'

/** What is special about scoreboards. */
export const scoreboards: BoardKind<ScoreboardInput, ScoreboardRow> = {
  type: 'scoreboard',
  table: 'scoreboards',
  input: ScoreboardInput,
  answer: Scoreboard,
  empty: { title: '', venuemachine_items: [] },

  columns: (input) => ({
    background_color: input.background_color,
    display_title: input.display_title,
    enable_player_rank: input.enablePlayerRank,
    high_density: input.high_density,
    leaderboard_id: input.leaderboard,
    idle_leaderboard_show: input.idle_leaderboard_show,
    idle_leaderboard_sec: input.idle_leaderboard_sec,
    idle_scoreboard_sec: input.idle_scoreboard_sec,
    idle_hotgame_show: input.idle_hotgame_show,
    idle_hotgame_type: input.idle_hotgame_type,
  }),

  async checkReferences(db, input, by) {
    if (input.idle_leaderboard_show && input.idle_hotgame_show) {
      throw invalid({ idle_hotgame_show: ['Show either a leaderboard or a hot game when idle'] })
    }
    const leaderboards = input.leaderboard === null ? [] : [{ type: 'leaderboard', id: input.leaderboard } as const]
    if (!(await areUsableBoards(db, leaderboards, by))) throw invalid({ leaderboard: [notFoundHere] })
    const machines = input.venuemachine_items.map(({ venuemachine }) => venuemachine)
    const usable = await usableMachines(db, machines, by)
    if (!machines.every((machine) => usable.has(machine))) throw invalid({ venuemachine_items: [machinesMustBeSeen] })
  },

  writeItems: (db, id, input) => replaceMachines(db, id, inOrder(input.venuemachine_items)),

  async read(db, rows) {
    const machines = await machinesOf(db, rows.map(({ id }) => id))
    return rows.map((row) => ({
      title: row.title,
      is_public: row.is_public,
      background_color: row.background_color,
      display_title: row.display_title,
      enablePlayerRank: row.enable_player_rank,
      high_density: row.high_density,
      leaderboard: row.leaderboard_id,
      idle_leaderboard_show: row.idle_leaderboard_show,
      idle_leaderboard_sec: row.idle_leaderboard_sec,
      idle_scoreboard_sec: row.idle_scoreboard_sec,
      idle_hotgame_show: row.idle_hotgame_show,
      idle_hotgame_type: row.idle_hotgame_type,
      venuemachine_items: machines.get(row.id) ?? [],
    }))
  },

  machinesOpened: async (db, id) => ((await machinesOf(db, [id])).get(id) ?? []).map(({ venuemachine }) => venuemachine),
}
