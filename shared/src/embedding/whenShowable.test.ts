import { displayAtom, type BoardDisplay, type DisplayState } from '@multiball/shared/boards'
import { boardAtom, type BoardAddress, type BoardLive } from '@multiball/shared/live'
import { makeScoreboardBootstrap } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import { whenShowable } from './whenShowable'

const address: BoardAddress = { type: 'scoreboard', id: 12 }
const display = { type: 'scoreboard', Display: () => null } as unknown as BoardDisplay

function start() {
  const store = createStore()
  const run = jest.fn()
  const end = whenShowable(store, address, run)
  return { store, run, end }
}

test('a board is drawn once both it and its display are there, once', () => {
  const { store, run } = start()
  store.set(boardAtom(address), { phase: 'ready', connection: 'connecting', bootstrap: makeScoreboardBootstrap() })
  expect(run).not.toHaveBeenCalled()
  store.set(displayAtom('scoreboard'), { type: 'ready', display })
  store.set(boardAtom(address), { phase: 'ready', connection: 'live', bootstrap: makeScoreboardBootstrap() })
  expect(run).toHaveBeenCalledTimes(1)
})

test.each([
  [
    'a board that is refused',
    (store: ReturnType<typeof createStore>) =>
      store.set(boardAtom(address), {
        phase: 'failed',
        connection: 'offline',
        error: { status: 404, message: 'Item not found.' },
      }),
  ],
  [
    'a display that is missing',
    (store: ReturnType<typeof createStore>) =>
      store.set(displayAtom('scoreboard'), {
        type: 'failed',
        failure: { remote: 'mf-scoreboards', version: '1', code: 'X', isPassing: true },
      }),
  ],
])('%s is drawn at once', (_what, happen) => {
  const { store, run } = start()
  happen(store)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a wait that was ended draws nothing', () => {
  const { store, run, end } = start()
  end()
  store.set(displayAtom('scoreboard'), {
    type: 'failed',
    failure: { remote: 'mf-scoreboards', version: '1', code: 'X', isPassing: true },
  })
  expect(run).not.toHaveBeenCalled()
})

const ready: DisplayState = { type: 'ready', display }
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
])('VSB-11 %s: the waiting HTML stays until there is something to show', (_name, state, live, expected) => {
  const { store, run } = start()
  store.set(displayAtom('scoreboard'), state)
  store.set(boardAtom(address), live)
  expect(run).toHaveBeenCalledTimes(expected ? 1 : 0)
})
