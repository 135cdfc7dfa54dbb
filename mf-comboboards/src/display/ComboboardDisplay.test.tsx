import { displayAtom, gridShape, type BoardDisplay, type DisplayProps } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'
import { retryRemote } from '@multiball/shared/remotes'
import type { ComboboardBootstrap, ComboboardScores } from '@multiball/shared/schema'
import {
  makeComboboardBootstrap,
  makeGame,
  makeLeaderboardBootstrap,
  makeLeaderboardScores,
  makeScoreboardBootstrap,
} from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { display } from '../display'
import { cellBoxes } from './cellBoxes'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
  remoteVersion: () => '1.2.0',
  retryRemote: jest.fn(),
}))

const { Display } = display
const draws: string[] = []

const scoreboard: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: ({ bootstrap, scores, layout, viewerKey }: DisplayProps<'scoreboard'>) => {
    draws.push(bootstrap.title)
    if (bootstrap.title === 'Broken') throw new Error('broken')
    return (
      <p>{`${bootstrap.title} ${String(scores?.data[0]?.scores[0]?.score)} ${layout}${viewerKey ? ` ${viewerKey}` : ''}`}</p>
    )
  },
}
const leaderboard: BoardDisplay<'leaderboard'> = {
  type: 'leaderboard',
  Display: ({ bootstrap, scores, isHighDensity }: DisplayProps<'leaderboard'>) => {
    draws.push(bootstrap.title)
    return (
      <p>{`${bootstrap.title} ${String(scores?.data[0]?.scores[0]?.score)} ${isHighDensity ? 'high' : 'normal'}`}</p>
    )
  },
}

type Part = ComboboardBootstrap['boards'][number]
type State = ComboboardScores['boards'][number]

const { scores: _s, ...scoreboardSettings } = makeScoreboardBootstrap()
const { scores: _l, ...leaderboardSettings } = makeLeaderboardBootstrap()
const part = (item_id: number, title = `Board ${item_id}`): Part => ({
  item_type: 'scoreboard',
  item_id,
  order: item_id,
  bootstrap: { ...scoreboardSettings, title },
})
const playing = (item_id: number, score: number): State => ({
  item_type: 'scoreboard',
  item_id,
  order: item_id,
  sessions: [makeGame([score])],
})
const best: Part = { item_type: 'leaderboard', item_id: 50, order: 50, bootstrap: leaderboardSettings }
const bestScores: State = { item_type: 'leaderboard', item_id: 50, order: 50, data: makeLeaderboardScores(900).data }

let store: ReturnType<typeof createStore>
beforeEach(() => {
  draws.length = 0
  store = createStore()
  store.set(displayAtom('scoreboard'), { type: 'ready', display: scoreboard as unknown as BoardDisplay })
  store.set(displayAtom('leaderboard'), { type: 'ready', display: leaderboard as unknown as BoardDisplay })
})

function show(bootstrap: ComboboardBootstrap, first: State[], viewerKey?: string, hasAttract = false) {
  let seq = 1
  const board = (boards: State[]) => (
    <Provider store={store}>
      <Stage background="#000">
        <Display
          bootstrap={bootstrap}
          scores={{ boards, epoch: 'one', seq: (seq += 1) }}
          layout="screen"
          options={{ winnerMachineTitle: null, hasAttract }}
          viewerKey={viewerKey}
        />
      </Stage>
    </Provider>
  )
  const view = render(board(first))
  // As it comes from the wire: nothing is the object that it was.
  return { ...view, receive: (boards: State[]) => act(() => view.rerender(board(structuredClone(boards)))) }
}

const twenty = Array.from({ length: 20 }, (_, at) => at + 1)

test('it is the display of comboboards', () => expect(display.type).toBe('comboboard'))

test('VCB-01 twenty boards, each live and drawn by the display of its type as a cell', () => {
  show(makeComboboardBootstrap([...twenty.slice(1).map((id) => part(id)), best]), [
    ...twenty.slice(1).map((id) => playing(id, id * 10)),
    bestScores,
  ])
  for (const id of twenty.slice(1)) expect(screen.getByText(`Board ${id} ${id * 10} cell`)).toBeInTheDocument()
  expect(screen.getByText('House records 900 normal')).toBeInTheDocument()
})

test('VCB-01 a score draws its own cell again and no other', () => {
  const { receive } = show(
    makeComboboardBootstrap(twenty.map((id) => part(id))),
    twenty.map((id) => playing(id, 10)),
  )
  draws.length = 0
  receive(twenty.map((id) => playing(id, id === 7 ? 20 : 10)))
  expect(screen.getByText('Board 7 20 cell')).toBeInTheDocument()
  expect([...new Set(draws)]).toEqual(['Board 7'])
})

test('VCB-01 a state without news draws nothing', () => {
  const states = twenty.map((id) => playing(id, 10))
  const { receive } = show(makeComboboardBootstrap(twenty.map((id) => part(id))), states)
  draws.length = 0
  receive(states)
  expect(draws).toEqual([])
})

test('VLB-02 high density is told to the leaderboards', () => {
  show(makeComboboardBootstrap([part(1), best], { high_density: true }), [playing(1, 10), bestScores])
  expect(screen.getByText('House records 900 high')).toBeInTheDocument()
})

test('VSB-08 the key of a private comboboard is handed to its boards, which open with it what they show', () => {
  show(makeComboboardBootstrap([part(1), part(2)]), [playing(1, 10), playing(2, 20)], 'the-key')
  expect(screen.getByText('Board 1 10 cell the-key')).toBeInTheDocument()
  expect(screen.getByText('Board 2 20 cell the-key')).toBeInTheDocument()
})

describe('VCB-01 on an upright screen', () => {
  const screenOf = (width: number, height: number) => {
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
  }
  afterEach(() => jest.restoreAllMocks())
  const open = (count: number, isScreen = true) =>
    show(
      makeComboboardBootstrap(twenty.slice(0, count).map((id) => part(id))),
      twenty.slice(0, count).map((id) => playing(id, 10)),
      undefined,
      isScreen,
    )

  test.each([
    ['a phone, many boards: below each other', 390, 844, 20, true],
    ['a phone, few boards: below each other, too', 390, 844, 2, true],
    ['a TV: a grid', 1080, 1920, 20, false],
    ['a phone held wide: a grid', 844, 390, 20, false],
    ['a bar beside a machine, without touch: a grid', 360, 1920, 8, false],
    ['a small TV that hangs upright: a grid', 540, 960, 8, false],
  ])('%s', (_name, width, height, count, isColumn) => {
    screenOf(width, height)
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (query) => ({ matches: query === '(pointer: coarse)' && Math.min(width, height) === 390 }) as MediaQueryList,
      )
    open(count)
    expect(screen.queryByRole('group', { name: 'Boards' }) !== null).toBe(isColumn)
    expect(screen.getByText(`Board ${count} 10 cell`)).toBeInTheDocument()
  })

  test('in a narrow column of somebody else’s page: below each other, also for a mouse', () => {
    screenOf(360, 900)
    open(8, false)
    expect(screen.getByRole('group', { name: 'Boards' })).toBeInTheDocument()
  })
})

test.each([
  [1920, 1080, 1],
  [1280, 720, 1],
  [1366, 768, 1.25],
  [1080, 1920, 1],
])(
  'VCB-01 VCB-02 on a screen of %i × %i at %d every grid is full, and its cells stand on whole pixels',
  (width, height, density) => {
    const pixels = (length: string) => Number(length.replace('px', '')) * density
    const grid = { width: Math.round(width * 0.9), height: Math.round(height * 0.856) }
    for (let count = 2; count <= 20; count += 1) {
      const { boards } = gridShape(count, width > height ? 'wide' : 'tall')
      const boxes = cellBoxes(grid, boards, height, density).map(({ left, top, width, height }) => ({
        left: pixels(left),
        top: pixels(top),
        width: pixels(width),
        height: pixels(height),
      }))
      const end = { width: Math.floor(grid.width * density), height: Math.floor(grid.height * density) }
      for (const box of boxes)
        for (const value of Object.values(box)) expect(Math.abs(value - Math.round(value))).toBeLessThan(1e-6)
      const tops = [...new Set(boxes.map(({ top }) => top))]
      expect(tops.map((top) => boxes.filter((box) => box.top === top).length)).toEqual(boards)
      for (const top of tops) {
        const row = boxes.filter((box) => box.top === top)
        expect(row[0]!.left).toBe(0)
        expect(row.at(-1)!.left + row.at(-1)!.width).toBeCloseTo(end.width)
      }
      expect(boxes.at(-1)!.top + boxes.at(-1)!.height).toBeCloseTo(end.height)
    }
  },
)

test('VCB-01 a private board says so in its cell, the others go on', () => {
  show(
    makeComboboardBootstrap([
      part(1),
      { item_type: 'scoreboard', item_id: 2, order: 2, error: 'This board is private' },
    ]),
    [playing(1, 10)],
  )
  expect(screen.getByText('This board is private')).toBeInTheDocument()
  expect(screen.getByText('Board 1 10 cell')).toBeInTheDocument()
})

test('VCB-01 the last board that is left has the whole screen', () => {
  show(makeComboboardBootstrap([part(1)]), [playing(1, 10)])
  expect(screen.getByText('Board 1 10 screen')).toBeInTheDocument()
})

test('VCB-01 with all boards gone it says so', () => {
  show(makeComboboardBootstrap([]), [])
  expect(screen.getByText('All boards in this comboboard have been deleted.')).toBeInTheDocument()
})

test('FED a display that throws costs its tile', () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
  show(makeComboboardBootstrap([part(1, 'Broken'), part(2)]), [playing(1, 10), playing(2, 20)])
  expect(screen.getByText(/DISPLAY_THREW/)).toBeInTheDocument()
  expect(screen.getByText('Board 2 20 cell')).toBeInTheDocument()
  quiet.mockRestore()
})

test('FED a dead remote costs the tiles of its type, with remote, version, code and Retry', async () => {
  store.set(displayAtom('leaderboard'), {
    type: 'failed',
    failure: { remote: 'mf-leaderboards', version: '1.2.3', code: 'REMOTE_ENTRY_FAILED', isPassing: true },
  })
  show(makeComboboardBootstrap([part(1), best]), [playing(1, 10), bestScores])
  expect(screen.getByText(/REMOTE_ENTRY_FAILED/)).toHaveTextContent('mf-leaderboards 1.2.3')
  expect(screen.getByText('Board 1 10 cell')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retryRemote).toHaveBeenCalledWith('mf-leaderboards')
})

test('VSB-11 a display that is still loading: Waiting for data...', () => {
  store.set(displayAtom('leaderboard'), { type: 'loading' })
  show(makeComboboardBootstrap([part(1), best]), [playing(1, 10), bestScores])
  expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
})

test('VCB-01 a board without any game yet is handed an empty state', () => {
  show(makeComboboardBootstrap([part(1), part(2)]), [{ item_type: 'scoreboard', item_id: 1, order: 1, sessions: [] }])
  expect(screen.getByText('Board 1 undefined cell')).toBeInTheDocument()
})
