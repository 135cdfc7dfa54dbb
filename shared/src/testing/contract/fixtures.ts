import type { BoardType } from '@multiball/shared/schema'
import * as makers from '../makers'

type Props = Record<string, unknown>

/** What the suite gives a display of each type, one after another: before the first scores, and with some. */
export const shownBoards: Partial<Record<BoardType, () => Props[]>> = {
  scoreboard: () => beforeAndAfter(makers.makeScoreboardBootstrap(), makers.makeScores(makers.makeGame([1_000, 25_000]))),
  leaderboard: () => beforeAndAfter(makers.makeLeaderboardBootstrap(), makers.makeLeaderboardScores(9_000, [4_000, 'Maria'])),
  comboboard: () => beforeAndAfter(makers.makeComboboardBootstrap([]), makers.makeComboboardScores()),
  slideshow: () => [{ screens: [] }],
}

function beforeAndAfter(bootstrap: unknown, scores: unknown): Props[] {
  return [{ bootstrap, scores: undefined }, { bootstrap, scores }]
}

const unreadable = () => {
  throw new Error('read by a test that wants a throw')
}
const throwing = () => new Proxy({}, { get: unreadable, has: unreadable, ownKeys: unreadable })

/** Boards of which nothing can be read. */
export const brokenBoard = (): Props => ({ bootstrap: throwing(), scores: throwing(), screens: throwing() })
