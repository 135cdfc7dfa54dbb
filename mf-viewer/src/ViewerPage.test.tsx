import { loadExpose, newerRev, remoteForDisplay, RemoteFailure, retryRemote } from '@multiball/shared/remotes'
import { BoardCell, type BoardDisplay, type DisplayProps } from '@multiball/shared/boards'
import { FakeAnswer, FakeServer, fakeSockets, makeGame, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { ReloadContext } from './page/ReloadContext'
import { ViewerPage } from './ViewerPage'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
  newerRev: jest.fn(),
  retryRemote: jest.fn(),
}))

const display: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: ({ bootstrap, scores, layout }: DisplayProps<'scoreboard'>) => (
    <p>{`${bootstrap.title} ${scores?.data[0]?.scores[0]?.score} ${layout}`}</p>
  ),
}
const stateAt = (seq: number, score: number) => ({ data: [makeGame([score])], epoch: 'one', seq })

const sockets = fakeSockets()
let server: FakeServer

beforeEach(() => {
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', () =>
    makeScoreboardBootstrap({ title: 'Front window', scores: stateAt(1, 100) }),
  )
  jest.mocked(remoteForDisplay).mockReturnValue('mf-scoreboards')
  jest.mocked(loadExpose).mockReset().mockResolvedValue({ display })
  jest.mocked(retryRemote).mockReset()
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
  document.getElementById('mb-registry')?.remove()
})

const open = (pathname: string, search = '') =>
  render(
    <Provider store={createStore()}>
      <ViewerPage pathname={pathname} search={search} />
    </Provider>,
  )

test('VSB-11 waits, then shows the board on the whole screen with its powered-by line', async () => {
  open('/viewer/scoreboards/601')
  expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
  expect(screen.getByText('Powered by Multiball')).toBeInTheDocument()
  expect(await screen.findByText('Front window 100 screen')).toBeInTheDocument()
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Powered by Multiball')
  expect(screen.getByRole('heading', { level: 1, name: 'Front window' })).toBeInTheDocument()
})

test('ACC-03 a viewer asks for nothing but the board, without a login', async () => {
  document.cookie = 'token=secret'
  open('/viewer/scoreboards/602', '?key=k1')
  await screen.findByText('Front window 100 screen')
  expect(
    server.requests.map(({ method, path, query, headers }) => [method, path, query.key, headers.get('authorization')]),
  ).toEqual([['GET', '/api/scoreboard/602/bootstrap/', 'k1', null]])
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  act(() => sockets.last.accept())
  expect(sockets.last.sent).toEqual([{ type: 'GET_SCORES', name: 'scoreboard:602:scores', key: 'k1' }])
  expect(sockets.last.address).toMatch(/^ws:\/\/localhost\/scoreboard\/602\/scores\/websocket\/\?session=\d{1,3}$/)
})

test('ACC-03 an address that is no viewer says so', () => {
  open('/viewer/clocks/1')
  expect(screen.getByText('OH NO! 404 - The requested page does not exist.')).toBeInTheDocument()
})

test.each([
  [404, 'Item not found.'],
  [429, 'Too many requests'],
])('VSB-11 LIV-03 a bootstrap refused with %i is told as text', async (status, text) => {
  server.on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(status, { detail: 'no' }))
  open(`/viewer/scoreboards/${status}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('VSB-11 a failing bootstrap is told beside the waiting text', async () => {
  server.on('GET', '/api/scoreboard/:id/bootstrap/', () => new FakeAnswer(503))
  open('/viewer/scoreboards/603')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error has occurred. Please refresh the page and try again.',
  )
  expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
})

test('VSB-11 LIV-02 the last scores stay when the server goes, with their age and the error', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  open('/viewer/scoreboards/604')
  await act(() => jest.advanceTimersByTimeAsync(100))
  act(() => {
    sockets.last.accept()
    sockets.last.say({ type: 'SCORES', name: 'scoreboard:604:scores', ...stateAt(2, 250) })
  })
  expect(screen.getByText('Front window 250 screen')).toBeInTheDocument()
  act(() => sockets.last.fail())
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(screen.getByText('Front window 250 screen')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('An error has occurred. Retrying automatically.')
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/As of \d\d:\d\d/)
})

test('FED a dead display leaves a card, and Retry brings the board', async () => {
  jest.mocked(loadExpose).mockRejectedValueOnce(new RemoteFailure('mf-scoreboards', '1.2.3', 'REMOTE_MODULE_FAILED'))
  open('/viewer/scoreboards/605')
  expect(await screen.findByText(/REMOTE_MODULE_FAILED/)).toHaveTextContent('mf-scoreboards 1.2.3')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Front window 100 screen')).toBeInTheDocument()
})

test('KIO-16 a card in a cell looks for a newer registry too: the display is back within 30 s of it', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  jest.mocked(remoteForDisplay).mockImplementation((type) => `mf-${type}s`)
  jest.mocked(loadExpose).mockImplementation(async (remote) => {
    if (remote === 'mf-leaderboards') throw new RemoteFailure(remote, '1.2.3', 'REMOTE_DISABLED')
    return {
      display: { ...display, Display: () => <BoardCell type="leaderboard" bootstrap={undefined} scores={undefined} /> },
    }
  })
  const reload = jest.fn()
  render(
    <ReloadContext value={reload}>
      <Provider store={createStore()}>
        <ViewerPage pathname="/viewer/scoreboards/611" search="" />
      </Provider>
    </ReloadContext>,
  )
  await screen.findByText(/REMOTE_DISABLED/)
  await act(() => jest.advanceTimersByTimeAsync(31_000))
  expect(reload).not.toHaveBeenCalled()
  jest.mocked(newerRev).mockResolvedValue(8)
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(reload).toHaveBeenCalledTimes(1)
  jest.mocked(newerRev).mockReset()
})

describe('the page around the board', () => {
  test('is named after it', async () => {
    document.title = 'Multiball'
    const { unmount } = open('/viewer/scoreboards/606')
    await screen.findByText('Front window 100 screen')
    expect(document.title).toBe('Front window – Multiball')
    unmount()
    expect(document.title).toBe('Multiball')
  })

  test('goes full screen by double click and by the key F, not by Ctrl+F', () => {
    const { unmount } = open('/viewer/clocks/1')
    const frame = screen.getByRole('main')
    const fill = jest.fn().mockResolvedValue(undefined)
    frame.requestFullscreen = fill
    fireEvent.doubleClick(frame)
    fireEvent.keyDown(document, { key: 'f' })
    fireEvent.keyDown(document, { key: 'f', ctrlKey: true })
    expect(fill).toHaveBeenCalledTimes(2)
    unmount()
    fireEvent.keyDown(document, { key: 'f' })
    expect(fill).toHaveBeenCalledTimes(2)
  })

  test('hides a pointer that rests for 3 s', () => {
    jest.useFakeTimers()
    const { unmount } = open('/viewer/clocks/1')
    const frame = screen.getByRole('main')
    act(() => jest.advanceTimersByTime(2999))
    expect(frame).not.toHaveAttribute('data-still')
    act(() => jest.advanceTimersByTime(1))
    expect(frame).toHaveAttribute('data-still')
    fireEvent.pointerMove(frame)
    expect(frame).not.toHaveAttribute('data-still')
    unmount()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('keeps the screen awake while it is in view', async () => {
    const locks: { released: boolean; release(): Promise<void> }[] = []
    const request = jest.fn(async () => {
      const lock = { released: false, release: async () => void (lock.released = true) }
      locks.push(lock)
      return lock
    })
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
    const { unmount } = open('/viewer/clocks/1')
    await act(async () => {})
    locks[0]!.released = true // as the browser does when the page is hidden
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(request).toHaveBeenCalledTimes(2)
    unmount()
    await act(async () => {})
    expect(locks.every(({ released }) => released)).toBe(true)
    Reflect.deleteProperty(navigator, 'wakeLock')
  })
})
