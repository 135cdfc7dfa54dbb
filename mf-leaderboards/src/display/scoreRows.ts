import { nameOfPlayer } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { LeaderboardScores } from '@multiball/shared/schema'

/** One score as the board shows it. */
export interface ScoreRow {
  /** the same for the same score wherever it moves, and whoever claims it */
  key: string
  position: number
  name: string
  score: bigint
}

/** The best scores of a state, best first, at most `most` of them. */
export function scoreRows({ data }: LeaderboardScores, most: number): ScoreRow[] {
  const seen = new Map<string, number>()
  return (data[0]?.scores ?? []).slice(0, most).map((row) => {
    const made = `${row.settled_on} ${row.score}`
    // Equal scores of one game are told apart by their order.
    const times = seen.get(made) ?? 0
    seen.set(made, times + 1)
    return { key: `${made} ${times}`, position: row.position, name: nameOfPlayer(row.player) ?? 'Guest', score: scoreFromWire(row.score) }
  })
}
