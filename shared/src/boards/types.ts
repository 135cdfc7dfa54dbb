import type { BoardType, ScoreboardBootstrap, ScoreboardScores } from '@multiball/shared/schema'
import type { ComponentType } from 'react'

/** 'screen' is a board alone on the wall, 'cell' one of a grid or a list. */
export type DisplayLayout = 'screen' | 'cell'

/** What the deployment decides for every display. */
export interface DisplayOptions {
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: string | null
}

export interface DisplayProps<Bootstrap = ScoreboardBootstrap, Scores = ScoreboardScores> {
  bootstrap: Bootstrap
  /** undefined until the first state arrived */
  scores: Scores | undefined
  layout: DisplayLayout
  options: DisplayOptions
}

/** What a remote's `./display` exposes as `display`: how boards of one type look. */
export interface BoardDisplay<Bootstrap = ScoreboardBootstrap, Scores = ScoreboardScores> {
  type: BoardType
  /** stands on a Stage and fills it */
  Display: ComponentType<DisplayProps<Bootstrap, Scores>>
}
