import type { LeaderboardInput } from '@multiball/shared/schema'

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
