import type { Scoreboard, ScoreboardInput } from '@multiball/shared/schema'

const blank: ScoreboardInput = {
  title: '',
  is_public: false,
  background_color: '#000',
  display_title: true,
  enablePlayerRank: false,
  high_density: false,
  leaderboard: null,
  idle_leaderboard_show: false,
  idle_leaderboard_sec: 10,
  idle_scoreboard_sec: 10,
  idle_hotgame_show: false,
  idle_hotgame_type: 0,
  venuemachine_items: [],
}

/** What the form opens with: the stored scoreboard, its hidden fields too so that a save keeps them, or a new private one. */
export function scoreboardDefaults(board: Scoreboard | undefined): ScoreboardInput {
  if (!board) return blank
  const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = board
  return input
}
