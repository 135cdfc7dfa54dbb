import type { BoardDisplay } from '@multiball/shared/boards'
import { Face } from './display/Face'
import { OpeningHoursDisplay } from './display/OpeningHoursDisplay'

/** How opening hours boards look; what viewers, grids, lists and previews load. */
export const display: BoardDisplay<'openinghours'> = {
  type: 'openinghours',
  Display: OpeningHoursDisplay,
  Thumbnail: Face,
}
