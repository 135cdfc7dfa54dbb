import type { LeaderboardScores } from '@multiball/shared/schema'
import type { BoardView } from './boardView'

/** What both layouts of a leaderboard are given. */
export interface LayoutProps {
  view: BoardView
  scores: LeaderboardScores
  /** rows that the owner asks for */
  rowsAsked: number
  /** see DisplayProps */
  isHighDensity: boolean
}
