import type { BoardDisplay } from '@multiball/shared/boards'
import { Face } from './display/Face'
import { TapListDisplay } from './display/TapListDisplay'

/** How tap lists look; what viewers, grids, lists and previews load. */
export const display: BoardDisplay<'taplist'> = { type: 'taplist', Display: TapListDisplay, Thumbnail: Face }
