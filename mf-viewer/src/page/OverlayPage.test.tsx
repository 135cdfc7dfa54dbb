import { displayAtom, type BoardDisplay } from '@multiball/shared/boards'
import { loadExpose, remoteForDisplay } from '@multiball/shared/remotes'
import type { StreamboardBootstrap } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, fakeSockets } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { ViewerPage } from '../ViewerPage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  remoteVersion: () => '1',
  reportThrown: jest.fn(),
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
  newerRev: async () => undefined,
  ownRev: () => undefined,
  retryRemote: jest.fn(),
}))

let isBroken = false
const display: BoardDisplay<'streamboard'> = {
  type: 'streamboard',
  isOverlay: true,
  Display: ({ bootstrap, connection }) => {
    if (isBroken) throw new Error('broken')
    return <p>{`${bootstrap.config_json.layout} ${connection}`}</p>
  },
}

const bootstrap: StreamboardBootstrap = {
  id: 1,
  title: 'Finals',
  items: [],
  config_json: {
    size: '1280x720',
    type: 'oneUp',
    layout: 'OneCam',
    scoreboardsConfig: [],
    backgroundColor: '#000000',
    textColor: '#ffffff',
    highlightColor: '#ffdf00',
  },
  scores: { data: [], epoch: 'a', seq: 1 },
}

fakeSockets()
let server: FakeServer

beforeEach(() => {
  isBroken = false
  server = new FakeServer().on('GET', '/api/streamboard/:id/bootstrap/', () => bootstrap)
  jest.mocked(remoteForDisplay).mockReturnValue('mf-streamboards')
  jest.mocked(loadExpose).mockReset().mockResolvedValue({ display })
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

const open = (id: number, search = '', store = createStore()) =>
  render(
    <Provider store={store}>
      <ViewerPage pathname={`/viewer/streamboards/${id}`} search={search} />
    </Provider>,
  )
const mark = () => screen.queryByRole('img', { name: 'This board cannot be shown' })

const waiting = () => screen.queryByText('Waiting for data...')

test('VST-01 VSB-11 it waits with words, and then there is the board and nothing else', async () => {
  const { container } = open(801)
  expect(waiting()).toHaveClass('patient')
  expect(mark()).toBeNull()
  expect(await screen.findByText('OneCam connecting')).toBeInTheDocument()
  expect(container).toHaveTextContent(/^FinalsOneCam connecting$/)
  expect(screen.getByRole('heading', { level: 1, name: 'Finals' })).toBeInTheDocument()
})

test.each([
  [404, 'Item not found.'],
  [429, 'Too many requests'],
  [500, 'An error has occurred. Please refresh the page and try again.'],
])('VSB-11 VST-03 a board that answers %i before it was ever on air says so beside its mark', async (status, words) => {
  server.on('GET', '/api/streamboard/:id/bootstrap/', () => new FakeAnswer(status, { detail: 'Not found.' }))
  open(810 + status)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(mark()).toBeInTheDocument()
  expect(waiting()).toBeNull()
})

test('VST-03 a board that was on air leaves only its mark', async () => {
  jest.useFakeTimers()
  const store = createStore()
  const { container } = open(805, '', store)
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(screen.getByText(/OneCam/)).toBeInTheDocument()
  const failure = { remote: 'mf-streamboards', version: '1', code: 'REMOTE_ENTRY_FAILED', isPassing: true }
  act(() => store.set(displayAtom('streamboard'), { type: 'failed', failure }))
  expect(mark()).toBeInTheDocument()
  expect(container).toHaveTextContent('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('VST-05 a pointer that moves in a browser shows what is transparent until it rests, and none in OBS does', async () => {
  jest.useFakeTimers()
  const move = () =>
    act(
      () =>
        void screen
          .getByRole('main')
          .dispatchEvent(Object.assign(new Event('pointermove', { bubbles: true }), { movementX: 3, movementY: 0 })),
    )
  const isChequered = () => screen.getByRole('main').matches('[data-looked-at]:not([data-still])')
  const { unmount } = open(806)
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(isChequered()).toBe(false)
  move()
  expect(isChequered()).toBe(true)
  await act(() => jest.advanceTimersByTimeAsync(3100))
  expect(isChequered()).toBe(false)
  move()
  expect(isChequered()).toBe(true)
  unmount()
  Object.assign(window, { obsstudio: {} })
  open(806)
  await act(() => jest.advanceTimersByTimeAsync(100))
  move()
  expect(isChequered()).toBe(false)
  Reflect.deleteProperty(window, 'obsstudio')
})

test('VST-03 debug=1 says it at any time', async () => {
  server.on('GET', '/api/streamboard/802/bootstrap/', () => new FakeAnswer(404, { detail: 'Not found.' }))
  const { container } = open(802, '?debug=1')
  await screen.findByRole('img', { name: 'This board cannot be shown' })
  expect(container).toHaveTextContent('offline: Item not found.')
})

test('FED VST-03 a missing display leaves a mark instead of a card, and is tried again by itself', async () => {
  jest.useFakeTimers()
  jest.mocked(loadExpose).mockRejectedValueOnce(new Error('gone'))
  const store = createStore()
  open(803, '', store)
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(mark()).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
  const failure = { remote: 'mf-streamboards', version: '1', code: 'REMOTE_ENTRY_FAILED', isPassing: true }
  act(() => store.set(displayAtom('streamboard'), { type: 'failed', failure }))
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText(/OneCam/)).toBeInTheDocument()
})

test('FED a display that throws leaves a mark, and comes back', async () => {
  jest.useFakeTimers()
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
  isBroken = true
  open(804)
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(mark()).toBeInTheDocument()
  isBroken = false
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText(/OneCam/)).toBeInTheDocument()
  quiet.mockRestore()
})
