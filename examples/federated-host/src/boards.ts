import { lazy } from 'react'

/** The components that Multiball exposes, each loaded when it is first rendered. */
export const boards = {
  scoreboard: lazy(() => import('multiball/scoreboard')),
  leaderboard: lazy(() => import('multiball/leaderboard')),
  comboboard: lazy(() => import('multiball/comboboard')),
  slideshow: lazy(() => import('multiball/slideshow')),
  streamboard: lazy(() => import('multiball/streamboard')),
}

export type BoardType = keyof typeof boards
