import { newTimeOptions } from '@multiball/shared/forms'
import type { Leaderboard, LeaderboardInput } from '@multiball/shared/schema'

/** In the order of the form, which is the order of its error summary. */
const blank = (): LeaderboardInput => ({
  title: '',
  ...newTimeOptions(),
  one_score_per_player: false,
  items: [],
  leaderboard_machine_type: 'global',
  filter_by_venuemachines: false,
  venuemachines: [],
  leaderboard_player_type: 'global',
  players: [],
  is_public: false,
  background_color: '#000',
  display_title: true,
  items_per_list: 10,
})

/**
 * What the form opens with: the stored leaderboard, its hidden fields too so that a save keeps them, or a new private one.
 * A whitelist that is not in force is left out: what the form shows is what counts.
 */
export function leaderboardDefaults(board: Leaderboard | undefined): LeaderboardInput {
  if (!board) return blank()
  const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = board
  const restrictsMachines = input.filter_by_venuemachines || input.leaderboard_machine_type === 'selected'
  const restrictsPlayers = input.leaderboard_player_type === 'invited'
  return {
    ...blank(),
    ...input,
    venuemachines: restrictsMachines ? input.venuemachines : [],
    players: restrictsPlayers ? input.players : [],
  }
}
