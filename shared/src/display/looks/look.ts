import type { ComponentType } from 'react'
import type { DotMatrixProps } from '../dots/DotMatrix'
import type { DotStripProps } from '../dots/DotStrip'
import type { DigitsProps } from '../segments/Segments'

/**
 * How a board looks that follows the display of its machine. The rule for numbers on every board:
 * - A machine's own digits, with their unlit cells, are only for boards that show what its display shows.
 * - Everything else (overlays, matches, the claim page, rows of scores) has compact Numerals, all in one board alike, on one line
 *   with the names beside them. A leaderboard's best score alone is lit, in segments without unlit ones.
 * - What is not lit has no lit comma.
 */
export interface MachineLook {
  /** a score, 1 em high */
  Figures: ComponentType<DigitsProps>
  /** cells that it has at least, 9 without; more where a score needs them */
  fewestDigits?: number
  /** of a score with so many digits, in em */
  width(digits: number): number
  /** what is going on, filling its box */
  Banner: ComponentType<DotMatrixProps>
  /** the same in a cell */
  Strip: ComponentType<DotStripProps>
  /** a class that sets the colours of a stage, see Scene */
  stage?: string
}
