import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayedGame } from '@multiball/shared/schema'

export interface ScorePoint {
  game: PlayedGame
  /** unix seconds */
  at: number
  best: bigint
}

/** The best score of each game, the oldest first; games that nobody scored in are left out. */
export function pointsOf(games: readonly PlayedGame[]): ScorePoint[] {
  const points = games.flatMap((game): ScorePoint[] => {
    const scores = game.scores.map(({ score }) => scoreFromWire(score))
    if (scores.length === 0) return []
    return [
      {
        game,
        at: new Date(game.settled_on).getTime() / 1000,
        best: scores.reduce((one, other) => (other > one ? other : one)),
      },
    ]
  })
  return points.sort((one, other) => one.at - other.at)
}

/** Columns of a chart: moments, scores that count, scores that do not, and the record so far. For drawing, so as plain numbers. */
export function columnsOf(
  points: readonly ScorePoint[],
): [at: number[], counted: (number | null)[], uncounted: (number | null)[], record: (number | null)[]] {
  let record: number | null = null
  const records = points.map(({ game, best }) => {
    if (game.successful && Number(best) > (record ?? -1)) record = Number(best)
    return record
  })
  return [
    points.map(({ at }) => at),
    points.map(({ game, best }) => (game.successful ? Number(best) : null)),
    points.map(({ game, best }) => (game.successful ? null : Number(best))),
    records,
  ]
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumFractionDigits: 1 })
/** Compact notation has no words beyond trillions. */
const firstScientific = 1e15

/** A mark on an axis of scores: '20M', '1.5T', '2E18'. */
export const scoreLabel = (mark: number): string => (mark < firstScientific ? compact : scientific).format(mark)

const daySeconds = 86_400

/** Words for marks on an axis of time (unix seconds, rising): as fine as they stand apart. */
export function momentLabels(marks: readonly number[]): string[] {
  const apart = marks.length > 1 ? marks[1]! - marks[0]! : daySeconds
  const format = new Intl.DateTimeFormat(undefined, optionsFor(apart))
  return marks.map((mark) => format.format(new Date(mark * 1000)))
}

function optionsFor(apartSeconds: number): Intl.DateTimeFormatOptions {
  if (apartSeconds < 60) return { hour: '2-digit', minute: '2-digit', second: '2-digit' }
  if (apartSeconds < daySeconds) return { hour: '2-digit', minute: '2-digit' }
  return apartSeconds < 28 * daySeconds ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
}
