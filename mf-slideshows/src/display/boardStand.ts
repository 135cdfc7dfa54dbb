import type { DisplayState } from '@multiball/shared/boards'
import type { BoardLive } from '@multiball/shared/live'
import type { Stand } from './show'

/** How a board on a screen is: 'gone' is deleted or private, 'broken' has no display, 'refused' is told why. */
export type BoardStand = 'waiting' | 'ready' | 'gone' | 'broken' | 'refused'

const notFoundStatus = 404

export function boardStand(display: DisplayState, { phase, bootstrap, error }: BoardLive): BoardStand {
  if (display.type === 'failed') return 'broken'
  if (phase === 'failed') return error?.status === notFoundStatus ? 'gone' : 'refused'
  return display.type === 'ready' && bootstrap ? 'ready' : 'waiting'
}

/** The same in the words of the show. */
export const standOf = (board: BoardStand): Stand => (board === 'waiting' || board === 'ready' ? board : 'sentence')
