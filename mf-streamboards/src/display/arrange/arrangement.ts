import type { Box } from './boxes'
import type { Canvas } from './canvas'

/** By how many players the machine has: 1, 2, or more. */
export type PlayerStyle = 'one' | 'two' | 'four'

/** The place of one player. */
export interface Cell {
  box: Box
  station: number
  /** which of the station's players, from 0 */
  player: number
  style: PlayerStyle
  /** the score below the name, or beside it */
  form: 'stack' | 'line'
  /** the name at the right, as on the right one of two panels */
  isMirrored: boolean
}

export type HeadingPart = 'machine' | 'mode' | 'ball'

/** The place of machine, mode and ball, or of some of them. */
export interface Heading {
  box: Box
  station: number
  parts: readonly HeadingPart[]
  /** one line, two lines, or a plate of its own */
  form: 'line' | 'lines' | 'plate'
  isMirrored: boolean
}

/** One solid piece of the overlay. */
export interface Panel {
  box: Box
  headings: readonly Heading[]
  cells: readonly Cell[]
}

/** Where everything of a streamboard stands. */
export interface Arrangement {
  canvas: Canvas
  /** true: the owner's colour around the cameras; false: nothing but the panels */
  isFramed: boolean
  /** what the footage is seen through */
  cameras: readonly Box[]
  panels: readonly Panel[]
  brand: Brand
}

/** The place of the Powered-by line, which stands at its right end. */
export interface Brand {
  box: Box
  /** on the frame, in the panel, or on a tab below the panel that reads on any footage */
  ground: 'frame' | 'panel' | 'tab'
}
