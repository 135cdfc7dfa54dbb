import { displayAtom, type DisplayState } from '@multiball/shared/boards'
import { boardAtom, type BoardLive } from '@multiball/shared/live'
import { makeScoreboardBootstrap } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import { whenShowable } from './whenShowable'

jest.mock('@multiball/shared/remotes', () => ({}))

const ready: DisplayState = { type: 'ready', display: { type: 'scoreboard', Display: () => null } }
const failed: DisplayState = { type: 'failed', failure: { remote: 'r', version: '1', code: 'c', isPassing: true } }
const loading: BoardLive = { phase: 'loading', connection: 'connecting' }
const shown: BoardLive = { phase: 'ready', connection: 'connecting', bootstrap: makeScoreboardBootstrap() }
const error = { status: 0, message: 'no' }

test.each<[string, DisplayState, BoardLive, boolean]>([
  ['nothing yet', { type: 'loading' }, loading, false],
  ['the display alone', ready, loading, false],
  ['the board alone', { type: 'loading' }, shown, false],
  ['both', ready, shown, true],
  ['a dead display', failed, loading, true],
  ['an error', { type: 'loading' }, { ...loading, error }, true],
])('VSB-11 %s: the waiting HTML stays until there is something to show', async (_name, display, live, expected) => {
  const store = createStore()
  const address = { type: 'scoreboard', id: 700 } as const
  let isDone = false
  void whenShowable(store, address).then(() => (isDone = true))
  store.set(displayAtom('scoreboard'), display)
  store.set(boardAtom(address), live)
  await Promise.resolve()
  expect(isDone).toBe(expected)
})
