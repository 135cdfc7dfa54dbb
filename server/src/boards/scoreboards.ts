import { ScoreboardInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import type { BoardKind } from './kind'
import { machinesOf, replaceMachines, usableMachines } from './scoreboards.store'
import type { ScoreboardRow } from './scoreboards.store'

/** The items sorted by their order; where orders are missing or shared, the sequence as sent counts. */
export function inOrder<Item extends { order: number }>(items: Item[]): Item[] {
  const sorted = [...items].sort((one, other) => one.order - other.order)
  const areDistinct = new Set(items.map(({ order }) => order)).size === items.length
  return areDistinct ? sorted : sorted.map((item, order) => ({ ...item, order }))
}

/** What is special about scoreboards. */
export const scoreboards: BoardKind<ScoreboardInput, ScoreboardRow> = {
  type: 'scoreboard',
  table: 'scoreboards',
  input: ScoreboardInput,
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

  async checkReferences(db, input, ownerId, id) {
    if (input.idle_leaderboard_show && input.idle_hotgame_show) {
      throw invalid({ idle_hotgame_show: ['Show either a leaderboard or a hot game when idle'] })
    }
    // There are no leaderboards yet, so that none can be the owner's.
    if (input.leaderboard !== null) throw invalid({ leaderboard: ['Item not found.'] })
    const machines = input.venuemachine_items.map(({ venuemachine }) => venuemachine)
    const usable = await usableMachines(db, machines, ownerId, id)
    if (!machines.every((machine) => usable.has(machine))) throw invalid({ venuemachine_items: ['Only machines of your own venues can be shown'] })
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
}
