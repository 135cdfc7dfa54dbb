import { ApiError } from '@multiball/shared/client'
import { useBoardChoices, type BoardChoice, type BoardChoices } from '@multiball/shared/forms'

export interface LeaderboardChoices extends Pick<BoardChoices, 'own' | 'find'> {
  /** the chosen one; undefined while there is none, and while it is not known */
  chosen: BoardChoice | undefined
  /** true when the chosen one is gone, or has become private */
  isMissing: boolean
}

const types = ['leaderboard'] as const

/** The leaderboards that a scoreboard's owner can choose from. @param id of the chosen one */
export function useLeaderboardChoices(owner: number, id: number | null): LeaderboardChoices {
  const item = { item_type: 'leaderboard', item_id: id ?? 0 }
  const { own, of, find } = useBoardChoices(types, owner, [item])
  const choice = of(item)
  const failure = choice?.failure
  // Any failure but a 404 is no news of the leaderboard; the server has the last word when saving.
  return { own, find, chosen: failure ? undefined : choice, isMissing: failure instanceof ApiError && failure.status === 404 }
}
