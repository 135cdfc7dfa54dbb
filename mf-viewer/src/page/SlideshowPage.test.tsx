import type { SlideshowDisplay, SlideshowDisplayProps } from '@multiball/shared/boards'
import { loadExpose, newerRev, RemoteFailure, retryRemote } from '@multiball/shared/remotes'
import { FakeAnswer, FakeServer, makeSlideshow } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { BoardPage } from './BoardPage'
import { SlideshowPage } from './SlideshowPage'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(),
  remoteForDisplay: (type: string) => `mf-${type}s`,
  newerRev: jest.fn(),
  retryRemote: jest.fn(),
}))

/** what the display was last given */
let given: SlideshowDisplayProps
const display: SlideshowDisplay = {
  type: 'slideshow',
  Display: (props) => {
    given = props
    return (
      <p>
        {props.screens.map((one) => `${one.item_type} ${one.item_id} ${props.keyOf?.(one) ?? 'public'}`).join(', ')}
      </p>
    )
  },
}

let server: FakeServer
let isAway: boolean
let title: string
const reload = jest.fn()

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  isAway = false
  title = 'Round and round'
  jest.mocked(newerRev).mockReset().mockResolvedValue(undefined)
  reload.mockReset()
  jest.mocked(retryRemote).mockReset()
  jest
    .mocked(loadExpose)
    .mockReset()
    .mockImplementation(async (remote) => {
      if (remote === 'mf-slideshows') return { display }
      throw new RemoteFailure(remote, '1.2.3', 'REMOTE_ENTRY_FAILED')
    })
  server = new FakeServer().on('GET', '/api/slideshow/41/', () => {
    if (isAway) throw new TypeError('offline')
    return makeSlideshow({ title })
  })
})
afterEach(() => {
  server.close()
  jest.useRealTimers()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
async function open(key?: string) {
  const view = render(
    <Provider store={createStore()}>
      <SlideshowPage address={{ type: 'slideshow', id: 41, key }} reload={reload} />
    </Provider>,
  )
  await pass(50)
  return view
}
const turnOver = () => act(async () => void given.onTurnOver?.())

test('VSS-01 VSB-11 waits, then shows the screens, each opened with the key of the address', async () => {
  render(
    <Provider store={createStore()}>
      <BoardPage address={{ type: 'slideshow', id: 41, key: 'k1' }} />
    </Provider>,
  )
  expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
  await pass(50)
  expect(screen.getByText('scoreboard 7 k1, slideshowimage 3 k1')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Round and round' })).toBeInTheDocument()
  expect(document.title).toBe('Round and round – Multiball')
  expect(server.requests.map(({ path, query }) => [path, query.key])).toEqual([['/api/slideshow/41/', 'k1']])
})

test('VSS-02 a changed slideshow reloads the page when a turn is over, not before', async () => {
  await open()
  await turnOver()
  expect(reload).not.toHaveBeenCalled()
  title = 'Other'
  await pass(66_001)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Round and round')
  expect(reload).not.toHaveBeenCalled()
  await turnOver()
  await pass(50)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('VSS-02 only a server that answers has the page reloaded', async () => {
  await open()
  title = 'Other'
  await pass(66_001)
  isAway = true
  await turnOver()
  await pass(50)
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByText(/^scoreboard 7/)).toBeInTheDocument()
  isAway = false
  await turnOver()
  await pass(50)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('VSS-02 without a screen there is no turn to wait for', async () => {
  server.on('GET', '/api/slideshow/41/', () => makeSlideshow({ title, items: [] }))
  await open()
  title = 'Other'
  await pass(66_001)
  await pass(50)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('VSS-02 a board that is gone has the slideshow asked for at once', async () => {
  await open()
  await act(async () => given.onTrouble?.(undefined))
  expect(server.sent('GET', '/api/slideshow/41/')).toHaveLength(2)
})

test('FED a broken display of a screen is tried again, and a newer registry is taken up when a turn is over', async () => {
  await open()
  await act(async () => given.onTrouble?.('scoreboard'))
  await pass(50)
  expect(retryRemote).toHaveBeenCalledWith('mf-scoreboards')
  jest.mocked(newerRev).mockResolvedValue(5)
  await act(async () => given.onTrouble?.('scoreboard'))
  await pass(50)
  expect(reload).not.toHaveBeenCalled()
  await turnOver()
  await pass(50)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  [404, 'Item not found.'],
  [429, 'Too many requests'],
])('VSB-11 a slideshow refused with %i is told as text', async (status, text) => {
  server.on('GET', '/api/slideshow/41/', () => new FakeAnswer(status, { detail: 'no' }))
  await open()
  expect(screen.getByRole('alert')).toHaveTextContent(text)
})

test('VSB-11 while the server is away from the start it waits and says why, and comes back', async () => {
  isAway = true
  await open()
  expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('An error has occurred. Please refresh the page and try again.')
  isAway = false
  await pass(6000)
  expect(screen.getByText(/^scoreboard 7/)).toBeInTheDocument()
})

test('VSS-02 one that is deleted while it is shown goes, and nothing is left behind it', async () => {
  const { unmount } = await open()
  server.on('GET', '/api/slideshow/41/', () => new FakeAnswer(404))
  await pass(66_001)
  expect(screen.getByRole('alert')).toHaveTextContent('Item not found.')
  unmount()
  expect(jest.getTimerCount()).toBe(0)
})

test('FED a dead remote of slideshows leaves a card', async () => {
  jest.mocked(loadExpose).mockRejectedValue(new RemoteFailure('mf-slideshows', '1.2.3', 'REMOTE_ENTRY_FAILED'))
  await open()
  expect(screen.getByText(/REMOTE_ENTRY_FAILED/)).toHaveTextContent('mf-slideshows 1.2.3')
})
