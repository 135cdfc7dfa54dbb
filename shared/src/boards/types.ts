import type { BoardBootstraps, BoardScores, LiveBoardType } from '@multiball/shared/schema'
import type { ComponentType } from 'react'

/** 'screen' is a board alone on the wall, 'cell' one of a grid or a list. */
export type DisplayLayout = 'screen' | 'cell'

/** What the deployment decides for every display. */
export interface DisplayOptions {
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: string | null
}

export interface DisplayProps<Type extends LiveBoardType = LiveBoardType> {
  bootstrap: BoardBootstraps[Type]
  /** undefined until the first state arrived */
  scores: BoardScores[Type] | undefined
  layout: DisplayLayout
  options: DisplayOptions
  /** true in the grid of a comboboard with high density: a leaderboard shows 5 rows */
  isHighDensity?: boolean
}

/** What a remote's `./display` exposes as `display`: how boards of one type look. */
export interface BoardDisplay<Type extends LiveBoardType = LiveBoardType> {
  type: Type
  /** stands on a Stage and fills it */
  Display: ComponentType<DisplayProps<Type>>
}
