import { parseColor } from '@multiball/shared/schema'
import type { ScoreboardBootstrap, ScoreboardInput, ScoreboardScores, VenueMachine } from '@multiball/shared/schema'

const sampleMachine = { id: 1, machine: { id: 1, name: 'Your machine' }, venue: { id: 1, name: 'Your venue' } }

/** The draft as the display would receive it once saved; what is not yet valid is shown by its default. */
export function previewBootstrap(draft: ScoreboardInput, machine: VenueMachine | undefined, scores: ScoreboardScores): ScoreboardBootstrap {
  const { id, machine: title, venue } = machine ?? sampleMachine
  return {
    id: 1,
    title: draft.title.trim() || 'Your title',
    display_title: draft.display_title,
    background_color: parseColor(draft.background_color) ? draft.background_color : '#000',
    high_density: draft.high_density,
    enablePlayerRank: draft.enablePlayerRank,
    leaderboard: draft.leaderboard,
    idle_leaderboard_show: draft.idle_leaderboard_show,
    idle_leaderboard_sec: draft.idle_leaderboard_sec,
    idle_scoreboard_sec: draft.idle_scoreboard_sec,
    idle_hotgame_show: draft.idle_hotgame_show,
    idle_hotgame_type: draft.idle_hotgame_type,
    items: [{ order: 0, venuemachine: { id, machine: title, venue } }],
    scores,
  }
}
