import type { ScoreboardScores } from '@multiball/shared/schema'

/** What the list says of a board's newest game. */
type BoardState =
  | { type: 'unknown' }
  | { type: 'never-played'; text: string }
  | { type: 'playing'; text: string }
  | { type: 'over'; text: string; settledAt: Date }

export function boardState(scores: ScoreboardScores | undefined): BoardState {
  if (!scores) return { type: 'unknown' }
  const game = scores.data[0]
  if (!game) return { type: 'never-played', text: 'No data yet' }
  if (game.settled_on) return { type: 'over', text: 'Game over', settledAt: new Date(game.settled_on) }
  const players = `${game.scores.length} ${game.scores.length === 1 ? 'player' : 'players'}`
  return { type: 'playing', text: game.current_ball ? `Ball ${game.current_ball}, ${players}` : players }
}
