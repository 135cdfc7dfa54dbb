import type { BoardType } from '@multiball/shared/schema'

export interface HomeSection {
  type: BoardType
  heading: string
  /** plural, in sentences */
  plural: string
}

/** The board types that Home lists, each while a remote shows them. */
export const sections: readonly HomeSection[] = [
  { type: 'scoreboard', heading: 'Newest Public Scoreboards', plural: 'scoreboards' },
  { type: 'leaderboard', heading: 'Newest Public Leaderboards', plural: 'leaderboards' },
]
