import type { BoardDisplay } from '@multiball/shared/boards'
import { ScoreboardDisplay } from './display/ScoreboardDisplay'

/** How scoreboards look; what viewers, grids and previews load. */
export const display: BoardDisplay<'scoreboard'> = { type: 'scoreboard', Display: ScoreboardDisplay }
