import { Leaderboard, LeaderboardInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import { inOrder } from './inOrder'
import type { BoardKind } from './kind'
import { existing, partsOf, replaceParts } from './leaderboards.store'
import type { LeaderboardRow } from './leaderboards.store'
import { countableMachines, usableMachines } from './references.store'
import { machinesMustBeSeen, machinesMustCount, notFoundHere } from './sentences'

const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant))

/** What is special about leaderboards. */
export const leaderboards: BoardKind<LeaderboardInput, LeaderboardRow> = {
  type: 'leaderboard',
  table: 'leaderboards',
  input: LeaderboardInput,
  answer: Leaderboard,
  empty: { title: '', items: [] },

  columns: (input) => ({
    background_color: input.background_color,
    display_title: input.display_title,
    items_per_list: input.items_per_list,
    one_score_per_player: input.one_score_per_player,
    time_type: input.leaderboard_time_type,
    score_start_time: dateOf(input.score_start_time),
    score_end_time: dateOf(input.score_end_time),
    last_time_bucket: input.last_time_bucket,
    last_time_timezone: input.last_time_timezone,
    last_time_count: input.last_time_count,
    machine_type: input.leaderboard_machine_type,
    filter_by_venuemachines: input.filter_by_venuemachines,
    player_type: input.leaderboard_player_type,
  }),

  async checkReferences(db, { items, venuemachines, players }, by) {
    const idsOf = (wanted: (typeof items)[number]['type']) => items.filter(({ type }) => type === wanted).map(({ id }) => id)
    const standing = idsOf('venuemachine')
    const usable = await countableMachines(db, [...standing, ...venuemachines], by)
    const refusal = async (ids: number[]) => {
      const shown = await usableMachines(db, ids, by)
      return ids.every((id) => shown.has(id)) ? machinesMustCount : machinesMustBeSeen
    }
    if (!standing.every((id) => usable.has(id))) throw invalid({ items: [await refusal(standing)] })
    const titles = await existing(db, 'machines', idsOf('machine'))
    const groups = await existing(db, 'machine_groups', idsOf('machinegroup'))
    const isThere = idsOf('machine').every((id) => titles.has(id)) && idsOf('machinegroup').every((id) => groups.has(id))
    if (!isThere) throw invalid({ items: [notFoundHere] })
    if (!venuemachines.every((id) => usable.has(id))) throw invalid({ venuemachines: [await refusal(venuemachines)] })
    const users = await existing(db, 'users', players)
    if (!players.every((id) => users.has(id))) throw invalid({ players: [notFoundHere] })
  },

  writeItems: (db, id, input) => replaceParts(db, id, { ...input, items: inOrder(input.items) }),

  async read(db, rows) {
    const parts = await partsOf(db, rows.map(({ id }) => id))
    return rows.map((row) => ({
      title: row.title,
      is_public: row.is_public,
      background_color: row.background_color,
      display_title: row.display_title,
      items_per_list: row.items_per_list,
      one_score_per_player: row.one_score_per_player,
      leaderboard_time_type: row.time_type,
      score_start_time: row.score_start_time?.toISOString() ?? null,
      score_end_time: row.score_end_time?.toISOString() ?? null,
      last_time_bucket: row.last_time_bucket,
      last_time_timezone: row.last_time_timezone,
      last_time_count: row.last_time_count,
      leaderboard_machine_type: row.machine_type,
      filter_by_venuemachines: row.filter_by_venuemachines,
      leaderboard_player_type: row.player_type,
      ...(parts.get(row.id) ?? { items: [], venuemachines: [], players: [] }),
    }))
  },
}
