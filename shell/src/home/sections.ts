import type { ListedBoardType } from '@multiball/shared/api'

export interface HomeSection {
  type: ListedBoardType
  heading: string
  /** plural, in sentences */
  plural: string
}

/** The board types that Home lists, each while a remote shows them. */
export const sections: readonly HomeSection[] = [{ type: 'scoreboard', heading: 'Newest Public Scoreboards', plural: 'scoreboards' }]
