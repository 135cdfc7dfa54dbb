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

const isSame = (ids: readonly number[], others: readonly number[]) =>
  ids.length === others.length && ids.every((id, at) => id === others[at])

/**
 * The input as it is sent. A whitelist that was changed restricts if something is in it; one that was not stays as it is
 * stored, with the words that a program may have chosen for it.
 */
export function withWhitelists(input: LeaderboardInput, stored: Leaderboard | undefined): LeaderboardInput {
  const opened = leaderboardDefaults(stored)
  const { venuemachines, leaderboard_machine_type, filter_by_venuemachines, players, leaderboard_player_type } =
    stored ?? opened
  const restrictsMachines = input.venuemachines.length > 0
  return {
    ...input,
    ...(isSame(input.venuemachines, opened.venuemachines)
      ? { venuemachines, leaderboard_machine_type, filter_by_venuemachines }
      : {
          leaderboard_machine_type: restrictsMachines ? 'selected' : 'global',
          filter_by_venuemachines: restrictsMachines,
        }),
    ...(isSame(input.players, opened.players)
      ? { players, leaderboard_player_type }
      : { leaderboard_player_type: input.players.length > 0 ? 'invited' : 'global' }),
  }
}
