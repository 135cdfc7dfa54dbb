import type { GameState } from '../gameRules'

/** A state of a game on its way. */
export interface Point {
  /** ms, since a moment that the holder knows */
  at: number
  /** digits; one element a slot, null is no such player */
  scores: (string | null)[]
  player: number | null
  ball: number | null
  modes: string[]
}

/** The state of the game at a point, without its time. */
type State = Omit<Point, 'at'>

/** The most points that a timeline is answered with, and that are kept of a device's log. */
export const mostPoints = 1_000

/** Room for the modes of a timeline, in characters: some for each of its points, and little enough for the disk and for a page. */
export const roomForModes = 50_000

/** Scores alone are noted once in so many ms. */
export const scoresEveryMs = 1_000

/** The state of a game at a moment (ms since 1970). */
export function pointOf(
  { scores, currentPlayer, currentBall, modes }: Pick<GameState, 'scores' | 'currentPlayer' | 'currentBall' | 'modes'>,
  at: number,
): Point {
  const slots = scores.findLastIndex((score) => score !== null) + 1
  return {
    at,
    scores: scores.slice(0, slots).map((score) => (score === null ? null : String(score))),
    player: currentPlayer,
    ball: currentBall,
    modes,
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** Whether the play has come to something else than more points. */
export const isTurn = (before: State, point: State): boolean =>
  before.player !== point.player ||
  before.ball !== point.ball ||
  before.scores.length !== point.scores.length ||
  !isSame(before.modes, point.modes)

/** What becomes of a state after the last one that was noted: 'later' may be worth it when more time has passed. */
export function sampleDecision(before: Point | undefined, point: Point): 'now' | 'later' | 'never' {
  if (!before || isTurn(before, point)) return 'now'
  if (isSame(before.scores, point.scores)) return 'never'
  return point.at - before.at >= scoresEveryMs ? 'now' : 'later'
}

/**
 * At most so many points of a timeline: the first, the last and the turns before others, then as evenly as they come. Of
 * a log with more turns than that, every n-th.
 */
export function thinned<One extends State>(points: readonly One[], most: number): One[] {
  if (points.length <= most) return [...points]
  const needed = points.filter((point, at) => at === 0 || at === points.length - 1 || isTurn(points[at - 1]!, point))
  if (needed.length >= most) return everyNth(needed, most)
  const isNeeded = new Set(needed)
  const kept = new Set([
    ...needed,
    ...everyNth(
      points.filter((point) => !isNeeded.has(point)),
      most - needed.length,
    ),
  ])
  return points.filter((point) => kept.has(point))
}

/** What modes take of the room for them. */
export const sizeOf = (modes: readonly string[]): number => modes.reduce((size, mode) => size + mode.length, 0)

/** Points without the modes for which there is no room: of the first that has none, and of all that follow. */
export function withRoom<One extends State>(points: readonly One[]): One[] {
  let left = roomForModes
  return points.map((point) => {
    left -= sizeOf(point.modes)
    return left >= 0 || point.modes.length === 0 ? point : { ...point, modes: [] }
  })
}

/** The last one is always among them. */
function everyNth<One>(points: readonly One[], count: number): One[] {
  if (count < 1) return []
  const step = points.length / count
  return Array.from(
    { length: Math.min(count, points.length) },
    (_, at) => points[Math.min(points.length - 1, Math.ceil((at + 1) * step) - 1)]!,
  )
}

const [unixMsFrom, unixSecondsFrom] = [1e12, 1e9]

/**
 * The times of a device's log as ms since its first line. Devices write unix seconds, unix ms, or ms since the start: no
 * game lasts the eleven days in which these could be taken for each other.
 */
export function sinceStart(points: readonly Point[]): Point[] {
  const first = points[0]?.at ?? 0
  const msOf = (at: number) => (first >= unixMsFrom ? at - first : first >= unixSecondsFrom ? (at - first) * 1_000 : at)
  return points
    .map((point) => ({ ...point, at: Math.max(0, Math.round(msOf(point.at))) }))
    .sort((one, other) => one.at - other.at)
}
