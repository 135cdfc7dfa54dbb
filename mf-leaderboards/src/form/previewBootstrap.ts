import { LeaderboardInput, parseColor } from '@multiball/shared/schema'
import type { LeaderboardBootstrap, LeaderboardScores } from '@multiball/shared/schema'
import * as v from 'valibot'

/**
 * The draft as the display would receive it once saved; what is not yet valid is shown by its default.
 * @param name of the machine that counts
 */
export function previewBootstrap(draft: LeaderboardInput, name: string | undefined, scores: LeaderboardScores): LeaderboardBootstrap {
  const [first] = draft.items
  return {
    id: 1,
    title: draft.title.trim() || 'Your title',
    display_title: draft.display_title,
    background_color: parseColor(draft.background_color) ? draft.background_color : '#000',
    items: [{ id: 1, type: first?.type ?? 'venuemachine', order: 0, name: name ?? 'Your machine' }],
    items_per_list: draft.items_per_list,
    one_score_per_player: draft.one_score_per_player,
    leaderboard_time_type: draft.leaderboard_time_type,
    score_start_time: draft.score_start_time,
    score_end_time: draft.score_end_time,
    last_time_bucket: draft.last_time_bucket,
    last_time_timezone: draft.last_time_timezone,
    last_time_count: v.is(LeaderboardInput.entries.last_time_count, draft.last_time_count) ? draft.last_time_count : 1,
    machine_count: machineCount(draft),
    player_count: draft.players.length || null,
    scores,
  }
}

function machineCount({ items, venuemachines }: LeaderboardInput): number | null {
  if (venuemachines.length > 0) return venuemachines.length
  return items.every(({ type }) => type === 'venuemachine') ? Math.max(1, items.length) : null
}
