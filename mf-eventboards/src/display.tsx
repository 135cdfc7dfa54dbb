import type { BoardDisplay } from '@multiball/shared/boards'
import { Face } from './display/Face'
import { EventboardsDisplay } from './display/EventboardsDisplay'

/** How eventboards look; what viewers, grids, lists and previews load. */
export const display: BoardDisplay<'eventboard'> = { type: 'eventboard', Display: EventboardsDisplay, Thumbnail: Face }
