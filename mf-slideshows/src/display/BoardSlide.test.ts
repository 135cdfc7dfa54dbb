import type { DisplayState } from '@multiball/shared/boards'
import type { BoardLive } from '@multiball/shared/live'
import { makeScoreboardBootstrap } from '@multiball/shared/testing'
import { boardState, slideState } from './BoardSlide'

const there: DisplayState = { type: 'ready', display: { type: 'scoreboard', Display: () => null } }
const loading: DisplayState = { type: 'loading' }
const failed: DisplayState = {
  type: 'failed',
  failure: { remote: 'mf-scoreboards', version: '1', code: 'REMOTE_ENTRY_FAILED', isPassing: true },
}
const nothing: BoardLive = { phase: 'loading', connection: 'connecting' }
const shown: BoardLive = { phase: 'ready', connection: 'live', bootstrap: makeScoreboardBootstrap() }

test.each<[string, DisplayState, BoardLive, string, string]>([
  ['nothing yet', loading, nothing, 'waiting', 'waiting'],
  ['the board without its display', loading, shown, 'waiting', 'waiting'],
  ['the display without its board', there, nothing, 'waiting', 'waiting'],
  ['a server that is away', there, { ...nothing, error: { status: 0, message: 'away' } }, 'waiting', 'waiting'],
  ['both', there, shown, 'ready', 'ready'],
  [
    'both, while the server is away',
    there,
    { ...shown, connection: 'offline', error: { status: 0, message: 'away' } },
    'ready',
    'ready',
  ],
  [
    'a deleted or private board',
    there,
    { phase: 'failed', connection: 'offline', error: { status: 404, message: 'Item not found.' } },
    'gone',
    'sentence',
  ],
  [
    'too many requests',
    there,
    { phase: 'failed', connection: 'polling', error: { status: 429, message: 'Too many requests' } },
    'refused',
    'sentence',
  ],
  ['a broken remote', failed, shown, 'broken', 'sentence'],
])('VSS-01 %s', (_name, display, live, board, slide) => {
  expect(boardState(display, live)).toBe(board)
  expect(slideState(boardState(display, live))).toBe(slide)
})
