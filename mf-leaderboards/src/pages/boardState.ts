import type { LeaderboardScores } from '@multiball/shared/schema'

/** What the list says of a leaderboard's scores. */
interface BoardState {
  /** '' while nothing was heard */
  text: string
  /** when the newest of its scores was made */
  newest: Date | undefined
}

export function boardState(state: LeaderboardScores | undefined): BoardState {
  if (!state) return { text: '', newest: undefined }
  const scores = state.data[0]?.scores ?? []
  if (scores.length === 0) return { text: 'No scores yet', newest: undefined }
  const newestMs = Math.max(...scores.map(({ settled_on }) => Date.parse(settled_on)))
  return { text: scores.length === 1 ? '1 score' : `${scores.length} scores`, newest: new Date(newestMs) }
}
