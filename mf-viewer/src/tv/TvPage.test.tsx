import { MomentBeginContext } from '@multiball/shared/boards'
import type {
  BoardDisplay,
  DisplayProps,
  MomentListener,
  SlideshowDisplay,
  SlideshowDisplayProps,
} from '@multiball/shared/boards'
import { browserEnvironment } from '@multiball/shared/live'
import { loadExpose, remoteForDisplay } from '@multiball/shared/remotes'
import type { TvPairing, TvState } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeMoment,
  makeScoreboardBootstrap,
  makeSlideshow,
} from '@multiball/shared/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { useContext, useEffect } from 'react'
import type { TvEnvironment } from './runTv'
import TvPage from './TvPage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
}))

const display: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: ({ bootstrap }: DisplayProps<'scoreboard'>) => <p>{`The ${bootstrap.title} board`}</p>,
}
const pairing: TvPairing = {
  code: 'K7M2XD',
  token: 'secret',
  expires_in: 600,
  pair_url: 'https://multiball.example/displays?code=K7M2XD',
}
const paired = (board: { type: 'scoreboard'; id: number; key?: string } | null, fields: object = {}): TvState => ({
  type: 'paired',
  version: JSON.stringify([board, fields]),
  name: 'Bar left',
  board,
  reloads: 0,
  identifies: 0,
  ...fields,
})

fakeSockets()
let server: FakeServer
let tell: (state: TvState | Error) => Promise<void>
let environment: TvEnvironment
const reload = jest.fn()

beforeEach(() => {
  globalThis.matchMedia ??= (() => ({ matches: true })) as unknown as typeof matchMedia
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) =>
    makeScoreboardBootstrap({ title: `number ${params.id}` }),
  )
  jest.mocked(remoteForDisplay).mockReturnValue('mf-scoreboards')
  jest.mocked(loadExpose).mockResolvedValue({ display })
  reload.mockReset()
  localStorage.clear()
  let answer: (state: TvState | Error) => void = () => {}
  environment = {
    now: () => Date.now(),
    random: () => 0,
    wait: async () => {},
    askCode: async () => pairing,
    askState: () =>
      new Promise((resolve, reject) => (answer = (state) => (state instanceof Error ? reject(state) : resolve(state)))),
    reportSound: jest.fn(async () => {}),
    memory: {
      read: () => undefined,
      write: (token) => localStorage.setItem('mb-tv-token', token),
      clear: () => localStorage.clear(),
      recall: () => undefined,
      keep: () => {},
    },
  }
  tell = (state) => act(async () => answer(state))
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

const open = async () => {
  render(
    <Provider store={createStore()}>
      <TvPage environment={environment} reload={reload} />
    </Provider>,
  )
  await screen.findByText('K7M 2XD')
}

test('a TV without an owner shows its code, and where to type it', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Pair this TV' })).toBeVisible()
  expect(screen.getByText('multiball.example/displays')).toBeVisible()
  expect(screen.getByText(/^Waiting for you\. New code in [89]:\d\d$/)).toBeVisible()
  expect(await screen.findByTitle(/QR code/)).toBeInTheDocument()
})

test('the board comes when it is ready; until then what was shown stays', async () => {
  let isThere = false
  server.on('GET', '/api/scoreboard/2/bootstrap/', () =>
    isThere ? makeScoreboardBootstrap({ title: 'number 2' }) : new FakeAnswer(503),
  )
  await open()
  await tell(paired({ type: 'scoreboard', id: 1, key: 'private key' }))
  expect(await screen.findByRole('heading', { name: 'number 1' })).toBeInTheDocument()
  expect(server.sent('GET', '/api/scoreboard/1/bootstrap/')[0]!.query).toEqual({ key: 'private key' })
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  await tell(paired({ type: 'scoreboard', id: 2 }))
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  // Mounted, not seen.
  expect(screen.getByRole('heading', { name: 'number 1' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  isThere = true
  await act(() => jest.advanceTimersByTimeAsync(7_000))
  // It is painted once before it is seen.
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('heading', { name: 'number 2' })).toBeInTheDocument()
  await act(() => jest.advanceTimersByTimeAsync(300))
  expect(screen.queryByText('The number 1 board')).not.toBeInTheDocument()
})

test('a TV whose board was deleted says so, and who it is', async () => {
  await open()
  await tell(paired(null))
  expect(await screen.findByRole('heading', { name: 'Bar left' })).toBeInTheDocument()
  expect(screen.getByText("This TV's board was deleted or is no longer shared.")).toBeInTheDocument()
})

test('it shows its name for ten seconds when it is asked to', async () => {
  await open()
  await tell(paired({ type: 'scoreboard', id: 1 }))
  await screen.findByRole('heading', { name: 'number 1' })
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  await tell(paired({ type: 'scoreboard', id: 1 }, { identifies: 1 }))
  expect(screen.getByText('Bar left')).toBeVisible()
  await act(() => jest.advanceTimersByTimeAsync(9_999))
  expect(screen.getByText('Bar left')).toBeVisible()
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Bar left')).not.toBeInTheDocument()
})

test('SND-06 what makes sounds is loaded by a TV that is to make some, and hears of each moment that begins', async () => {
  const played = jest.fn()
  const Sound = jest.fn(({ onMoment }: { onMoment(listener: MomentListener): () => void }) => {
    useEffect(() => onMoment(played), [onMoment])
    return null
  })
  jest.doMock('./sound/TvSound', () => ({ __esModule: true, default: Sound }))
  const Display = () => {
    const begin = useContext(MomentBeginContext)
    return <button onClick={() => begin?.(makeMoment(), false)}>Begin</button>
  }
  jest.mocked(loadExpose).mockResolvedValue({ display: { type: 'scoreboard', Display } })
  const screenSet = { dim: null, safe_percent: null, claim_codes: false }
  await open()
  await tell(paired({ type: 'scoreboard', id: 51 }, { screen: { ...screenSet, sound: null } }))
  fireEvent.click(await screen.findByText('Begin'))
  expect(Sound).not.toHaveBeenCalled()
  await tell(
    paired({ type: 'scoreboard', id: 51 }, { screen: { ...screenSet, sound: { volume: 'low', quiet: null } } }),
  )
  await waitFor(() => expect(Sound).toHaveBeenCalled())
  fireEvent.click(screen.getByText('Begin'))
  expect(played.mock.calls).toEqual([[makeMoment(), false]])
})

test('it loads its page again when it is asked to, once; without storage only its board', async () => {
  await open()
  await tell(paired({ type: 'scoreboard', id: 1 }))
  await screen.findByRole('heading', { name: 'number 1' })
  await tell(paired({ type: 'scoreboard', id: 1 }, { reloads: 1 }))
  await tell(paired({ type: 'scoreboard', id: 1 }, { reloads: 1, identifies: 1 }))
  expect(reload).toHaveBeenCalledTimes(1)
  localStorage.clear()
  await tell(paired({ type: 'scoreboard', id: 1 }, { reloads: 2, identifies: 1 }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(await screen.findByRole('heading', { name: 'number 1' })).toBeInTheDocument()
})

test.each([
  ['VSS-02 a slideshow that was changed loads the page again', true],
  ['a TV without storage, which would be another one afterwards, starts a changed slideshow over instead', false],
])('%s', async (_what, hasStorage) => {
  const slides: SlideshowDisplay = {
    type: 'slideshow',
    Display: ({ onTurnOver }: SlideshowDisplayProps) => <button onClick={() => void onTurnOver?.()}>Turn over</button>,
  }
  jest
    .mocked(loadExpose)
    .mockImplementation(async (remote) => ({ display: remote === 'mf-slideshows' ? slides : display }) as never)
  jest.mocked(remoteForDisplay).mockImplementation((type) => `mf-${type}s`)
  const show = makeSlideshow({ id: 9, title: 'Yesterday’s' })
  server.on('GET', '/api/slideshow/9/', () => show)
  await open()
  if (!hasStorage) localStorage.clear()
  await tell({ ...paired(null), board: { type: 'slideshow', id: 9 } } as TvState)
  expect(await screen.findByRole('heading', { name: 'Yesterday’s' })).toBeInTheDocument()
  show.title = 'Today’s'
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(server.sent('GET', '/api/slideshow/9/')).toHaveLength(2))
  fireEvent.click(screen.getByText('Turn over'))
  if (hasStorage) await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  else expect(await screen.findByRole('heading', { name: 'Today’s' })).toBeInTheDocument()
  expect(reload).toHaveBeenCalledTimes(hasStorage ? 1 : 0)
})

test('a TV that is opened while the server is away shows the board that it showed last, as it was last heard', async () => {
  const offline = () => {
    throw new TypeError('offline')
  }
  server.on('GET', '/api/tv/state/', offline)
  server.on('GET', '/api/scoreboard/41/bootstrap/', offline)
  server.on('GET', '/api/scoreboard/41/scores/', offline)
  localStorage.setItem('mb-tv-token', 'secret')
  localStorage.setItem('mb-tv-state', JSON.stringify(paired({ type: 'scoreboard', id: 41, key: 'k' })))
  const recall = jest.fn(async () => ({
    bootstrap: makeScoreboardBootstrap({ title: 'from yesterday' }),
    asOf: Date.now() - 86_400_000,
  }))
  browserEnvironment.memory = { recall, keep: () => {}, forget: () => {} }
  const { unmount } = render(
    <Provider store={createStore()}>
      <TvPage reload={reload} />
    </Provider>,
  )
  expect(await screen.findByRole('heading', { name: 'from yesterday' })).toBeInTheDocument()
  expect(screen.getByText('The from yesterday board')).toBeInTheDocument()
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/As of \d+ \w+, \d\d:\d\d/)
  expect(recall).toHaveBeenCalledWith({ type: 'scoreboard', id: 41, key: 'k' })
  unmount()
  delete browserEnvironment.memory
})
