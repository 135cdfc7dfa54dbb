import type { ComponentType } from 'react'
import type { DotMatrixProps } from '../dots/DotMatrix'
import type { DotStripProps } from '../dots/DotStrip'
import type { FiguresProps } from '../segments/Segments'

/** How a board looks that follows the display of its machine. */
export interface MachineLook {
  /** a score, 1 em high */
  Figures: ComponentType<FiguresProps>
  /** of a score with so many digits, in em */
  width(digits: number): number
  /** what is going on, filling its box */
  Banner: ComponentType<DotMatrixProps>
  /** the same in a cell */
  Strip: ComponentType<DotStripProps>
  /** a class that sets the colours of a stage, see Scene */
  stage?: string
}
