import type { BoardDisplay } from '@multiball/shared/boards'
import { LeaderboardDisplay } from './display/LeaderboardDisplay'

/** How leaderboards look; what viewers, grids and previews load. */
export const display: BoardDisplay<'leaderboard'> = { type: 'leaderboard', Display: LeaderboardDisplay }
