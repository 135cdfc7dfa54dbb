import { displayAtom, type BoardDisplay } from '@multiball/shared/boards'
import { loadExpose, remoteForDisplay } from '@multiball/shared/remotes'
import type { StreamboardBootstrap } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { ViewerPage } from './ViewerPage'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
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
  config_json: { size: '1280x720', type: 'oneUp', layout: 'OneCam', scoreboardsConfig: [], backgroundColor: '#000000', textColor: '#ffffff', highlightColor: '#ffdf00' },
  scores: { data: [], epoch: 'a', seq: 1 },
}

let server: FakeServer
const realSocket = globalThis.WebSocket

beforeEach(() => {
  isBroken = false
  globalThis.WebSocket = class {
    close() {}
  } as unknown as typeof WebSocket
  server = new FakeServer().on('GET', '/api/streamboard/:id/bootstrap/', () => bootstrap)
  jest.mocked(remoteForDisplay).mockReturnValue('mf-streamboards')
  jest.mocked(loadExpose).mockReset().mockResolvedValue({ display })
})
afterEach(() => {
  server.close()
  globalThis.WebSocket = realSocket
  jest.useRealTimers()
})

const open = (id: number, search = '', store = createStore()) =>
  render(
    <Provider store={store}>
      <ViewerPage pathname={`/viewer/streamboards/${id}`} search={search} />
    </Provider>,
  )
const mark = () => screen.queryByRole('img', { name: 'This board cannot be shown' })

test('VST-01 nothing is seen while it waits, and then the board and nothing else', async () => {
  const { container } = open(801)
  expect(container).toHaveTextContent('')
  expect(mark()).toBeNull()
  expect(await screen.findByText('OneCam connecting')).toBeInTheDocument()
  expect(container).toHaveTextContent(/^FinalsOneCam connecting$/)
  expect(screen.getByRole('heading', { level: 1, name: 'Finals' })).toBeInTheDocument()
})

test.each<[string, string, string]>([
  ['a small mark', '', ''],
  ['words where they are asked for', '?debug=1', 'offline: Item not found.'],
])('VST-01 VST-03 of a board that is not there, or private, only %s is seen', async (_name, search, words) => {
  server.on('GET', '/api/streamboard/802/bootstrap/', () => new FakeAnswer(404, { detail: 'Not found.' }))
  const { container } = open(802, search)
  expect(await screen.findByRole('img', { name: 'This board cannot be shown' })).toBeInTheDocument()
  expect(container).toHaveTextContent(words)
  expect(screen.queryByRole('alert')).toBeNull()
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
