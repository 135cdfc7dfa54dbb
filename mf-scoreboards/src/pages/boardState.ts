import type { ScoreboardScores } from '@multiball/shared/schema'

/** What the list says of a board's newest game. */
export type BoardState =
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

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** When, in the fewest words: 'Just now', '2 min ago', '14:05', 'Yesterday', '12 Nov', '12 Nov 2024'. */
export function shortTime(when: Date, now: Date): string {
  const agoMs = now.getTime() - when.getTime()
  if (agoMs < minuteMs) return 'Just now'
  if (agoMs < 60 * minuteMs) return `${Math.floor(agoMs / minuteMs)} min ago`
  const daysAgo = Math.round((startOfDay(now) - startOfDay(when)) / dayMs)
  if (daysAgo === 0) return when.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  if (daysAgo === 1) return 'Yesterday'
  const sameYear = when.getFullYear() === now.getFullYear()
  return when.toLocaleDateString(undefined, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' as const }) })
}

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
