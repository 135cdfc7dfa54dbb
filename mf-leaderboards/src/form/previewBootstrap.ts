import { LeaderboardInput, parseColor } from '@multiball/shared/schema'
import type { LeaderboardBootstrap, LeaderboardScores } from '@multiball/shared/schema'
import * as v from 'valibot'

/**
 * The draft as the display would receive it once saved; what is not yet valid is shown by its default.
 * @param name of the machine that counts
 */
export function previewBootstrap(draft: LeaderboardInput, name: string | undefined, scores: LeaderboardScores): LeaderboardBootstrap {
  const { is_public: _, leaderboard_machine_type: _which, filter_by_venuemachines: _filters, venuemachines: _machines, leaderboard_player_type: _who, players, ...shown } = draft
  return {
    ...shown,
    id: 1,
    title: draft.title.trim() || 'Your title',
    background_color: parseColor(draft.background_color) ? draft.background_color : '#000',
    items: [{ id: 1, type: draft.items[0]?.type ?? 'venuemachine', order: 0, name: name ?? 'Your machine' }],
    last_time_count: v.is(LeaderboardInput.entries.last_time_count, draft.last_time_count) ? draft.last_time_count : 1,
    machine_count: machineCount(draft),
    player_count: players.length || null,
    scores,
  }
}

function machineCount({ items, venuemachines }: LeaderboardInput): number | null {
  if (venuemachines.length > 0) return venuemachines.length
  return items.every(({ type }) => type === 'venuemachine') ? Math.max(1, items.length) : null
}
