import type { BoardDisplay } from '@multiball/shared/boards'
import { EventboardDisplay } from './display/EventboardDisplay'
import { Face } from './display/Face'

/** How eventboards look; what viewers, grids, lists and previews load. Nothing ever lies over a match that is played. */
export const display: BoardDisplay<'eventboard'> = {
  type: 'eventboard',
  moments: 'strip',
  Display: EventboardDisplay,
  Thumbnail: Face,
}
