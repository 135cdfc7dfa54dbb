import type { BoardDisplay } from '@multiball/shared/boards'
import { EventboardDisplay } from './display/EventboardDisplay'
import { Face } from './display/Face'

/** How eventboards look; what viewers, grids, lists and previews load. */
export const display: BoardDisplay<'eventboard'> = { type: 'eventboard', Display: EventboardDisplay, Thumbnail: Face }
