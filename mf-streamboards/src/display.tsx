import type { BoardDisplay } from '@multiball/shared/boards'
import { StreamboardDisplay } from './display/StreamboardDisplay'

/** How streamboards look; what viewers and previews load. */
export const display: BoardDisplay<'streamboard'> = {
  type: 'streamboard',
  isOverlay: true,
  Display: StreamboardDisplay,
}
