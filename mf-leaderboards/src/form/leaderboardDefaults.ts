import { newTimeOptions } from '@multiball/shared/forms'
import { LeaderboardInput, newBoard, type Leaderboard } from '@multiball/shared/schema'

/** In the order of the form, which is the order of its error summary: the time first. */
function blank(): LeaderboardInput {
  const { title, ...fields } = newBoard(LeaderboardInput)
  const time = newTimeOptions()
  return { title, ...time, ...fields, ...time }
}

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

/** The input as it is sent: a whitelist with something in it restricts, an empty one does not. */
export function withWhitelists(input: LeaderboardInput): LeaderboardInput {
  const restrictsMachines = input.venuemachines.length > 0
  return {
    ...input,
    leaderboard_machine_type: restrictsMachines ? 'selected' : 'global',
    filter_by_venuemachines: restrictsMachines,
    leaderboard_player_type: input.players.length > 0 ? 'invited' : 'global',
  }
}
