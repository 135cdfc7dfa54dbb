import type { BoardType } from '@multiball/shared/schema'

/** What an owner calls a board of each type. */
export const boardTypeNames: Record<BoardType, string> = {
  scoreboard: 'Scoreboard',
  leaderboard: 'Leaderboard',
  comboboard: 'Comboboard',
  slideshow: 'Slideshow',
  streamboard: 'Streamboard',
}
