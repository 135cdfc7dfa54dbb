import type { BoardDisplay, DisplayProps } from '@multiball/shared/boards'
import { StageThemeContext } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'
import { loadExpose, remoteForDisplay, RemoteFailure, retryRemote } from '@multiball/shared/remotes'
import {
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeGame,
  makeScoreboardBootstrap,
  makeSlideshow,
} from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { useContext } from 'react'
import { FrameApp } from './FrameApp'
import type { FrameMessages } from './frameMessages'
import { readQuery } from './frameOptions'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {
    constructor(
      readonly remote: string,
      readonly version: string,
      readonly code: string,
    ) {
      super(code)
    }
  },
  isRetryable: ({ code }: { code: string }) => code === 'REMOTE_ENTRY_FAILED',
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
  remoteVersion: () => '1.2.3',
  newerRev: async () => undefined,
  retryRemote: jest.fn(),
}))

let throws = false
function Shown({ bootstrap, scores }: DisplayProps<'scoreboard'>) {
  const { background, accent } = useContext(StageThemeContext)
  if (throws) throw new Error('drawn badly')
  return (
    <p>{`${bootstrap.title} ${scores?.data[0]?.scores[0]?.score} on ${background ?? 'its own'} with ${accent ?? 'its own'}`}</p>
  )
}
const display: BoardDisplay<'scoreboard'> = { type: 'scoreboard', Display: Shown }
const stateAt = (seq: number, score: number) => ({ data: [makeGame([score])], epoch: 'one', seq })

const sockets = fakeSockets()

/** Everything is as wide as the window, and told so with it. */
class FakeResizeObserver {
  constructor(private readonly run: () => void) {}
  observe() {
    window.addEventListener('resize', this.run)
  }
  disconnect() {
    window.removeEventListener('resize', this.run)
  }
}

let server: FakeServer
let sent: [string, object][]
let configure: (wish: object) => void
const reload = jest.fn()

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  globalThis.ResizeObserver = FakeResizeObserver as unknown as typeof ResizeObserver
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => window.innerWidth)
  throws = false
  sent = []
  reload.mockReset()
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', () =>
    makeScoreboardBootstrap({ title: 'Front window', scores: stateAt(1, 100) }),
  )
  jest.mocked(remoteForDisplay).mockReturnValue('mf-scoreboards')
  jest.mocked(loadExpose).mockReset().mockResolvedValue({ display })
  jest.mocked(retryRemote).mockReset()
})
afterEach(() => {
  server.close()
  Reflect.deleteProperty(globalThis, 'ResizeObserver')
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const messages: FrameMessages = {
  send: (event, detail) => void sent.push([event, detail]),
  onConfigure: (listener) => (configure = listener),
}
const pass = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
/** A board is drawn first, and laid out part by part in tasks that come after. */
async function settle() {
  await pass(20)
  await pass(20)
}

async function open(address: BoardAddress | undefined = { type: 'scoreboard', id: 601 }, search = '') {
  render(
    <Provider store={createStore()}>
      <FrameApp address={address} query={readQuery(search)} messages={messages} reload={reload} />
    </Provider>,
  )
  await settle()
}
const eventsOf = (name: string) => sent.filter(([event]) => event === name).map(([, detail]) => detail)

test('a board comes on screen in the partner’s colours, and the page around is told all that happens', async () => {
  window.innerWidth = 640
  await open({ type: 'scoreboard', id: 601 }, '?theme=light&accent=%2300aa55&title=Our%20wall&lang=en-GB')
  expect(screen.getByText('Front window 100 on #ffffff with #00aa55')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Front window' })).toBeInTheDocument()
  expect([document.title, document.documentElement.lang]).toEqual(['Our wall', 'en-GB'])
  expect(sent.map(([event]) => event)).toEqual(['ready', 'resize', 'state', 'score'])
  expect(sent).toEqual([
    ['ready', { type: 'scoreboard', board: 601, title: 'Front window' }],
    ['resize', { width: 640, height: 360 }],
    ['state', { connection: 'connecting', asOf: expect.any(Number) }],
    ['score', { type: 'scoreboard', board: 601, seq: 1, players: [{ name: null, score: '100' }] }],
  ])

  sent = []
  await act(async () => sockets.last.accept())
  for (const [seq, score] of [
    [2, 250],
    [2, 250],
    [1, 100],
  ] as const) {
    await act(async () => sockets.last.say({ type: 'SCORES', name: 'scoreboard:601:scores', ...stateAt(seq, score) }))
  }
  expect(screen.getByText(/^Front window 250 /)).toBeInTheDocument()
  // Once as it is live, once as the server has answered.
  const heard = eventsOf('state') as { connection: string; asOf: number }[]
  expect(heard.map(({ connection }) => connection)).toEqual(['live', 'live'])
  expect(heard[1]!.asOf).toBeGreaterThan(heard[0]!.asOf)
  // A state that is no newer one is told nobody.
  expect(eventsOf('score')).toEqual([
    { type: 'scoreboard', board: 601, seq: 2, players: [{ name: null, score: '250' }] },
  ])

  await act(async () => configure({ theme: 'board', lang: 'en-AU' }))
  expect(screen.getByText('Front window 250 on its own with #00aa55')).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('en-AU')
  window.innerWidth = 390
  await act(async () => void window.dispatchEvent(new Event('resize')))
  expect(eventsOf('resize')).toEqual([{ width: 390, height: 520 }])

  // The network goes: what was shown stays, and the page around is told.
  server.on('GET', '/api/scoreboard/:id/scores/', () => {
    throw new TypeError('offline')
  })
  await act(async () => sockets.last.fail())
  await pass(10_000)
  expect(screen.getByText(/^Front window 250 /)).toBeInTheDocument()
  expect(eventsOf('state').slice(2)).toEqual([
    expect.objectContaining({ connection: 'polling' }),
    expect.objectContaining({ connection: 'offline' }),
  ])
  expect(eventsOf('error')).toEqual([])
})

/** The end of a document of ours. */
const page = '<script type="application/json" id="mb-registry">{}</script></html>'

test('a board that the server has not for this visitor is asked for by nobody; the frame reloads itself after a minute, or after the first one in which the server answers', async () => {
  render(<FrameApp address={undefined} query={readQuery('')} messages={messages} reload={reload} />)
  await settle()
  expect(screen.getByRole('status')).toHaveTextContent('This board is not available.')
  expect(sent).toEqual([['error', { code: 'BOARD_NOT_FOUND', message: 'This board is not available.' }]])
  expect(server.requests).toEqual([])
  server.on('GET', '/', () => {
    throw new TypeError('no network')
  })
  await pass(60_000)
  server.on('GET', '/', () => new FakeAnswer(502, {}))
  await pass(60_000)
  // A proxy that has lost its server.
  server.on('GET', '/', () => new FakeAnswer(404, {}))
  await pass(60_000)
  expect(server.requests).toHaveLength(3)
  expect(reload).not.toHaveBeenCalled()
  // Or one that has a page of its own.
  server.on('GET', '/', () => new Response('<title>Welcome to nginx!</title>'))
  await pass(60_000)
  expect(reload).not.toHaveBeenCalled()
  server.on('GET', '/', () => new Response(page))
  await pass(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('EMB-04 a frame on a site that is not listed stays as it is, and reloads itself once the site is: the browser would refuse it before', async () => {
  jest.spyOn(document, 'referrer', 'get').mockReturnValue('https://partner.example/')
  const allow = (site: string) =>
    server.on(
      'GET',
      '/',
      () =>
        new Response(page, {
          headers: { 'content-security-policy': `default-src 'none'; frame-ancestors 'self' ${site}; base-uri 'none'` },
        }),
    )
  render(<FrameApp address={undefined} query={readQuery('')} messages={messages} reload={reload} />)
  allow('https://other.example')
  await pass(60_000)
  expect(server.requests).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
  allow('https://*.example')
  await pass(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a board that is taken away while it is shown goes, and the page around is told', async () => {
  await open()
  await act(async () => sockets.last.accept())
  sent = []
  await act(async () => sockets.last.fail(4404))
  expect(screen.queryByText(/Front window/)).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('This board is not available.')
  expect(eventsOf('error')).toEqual([{ code: 'BOARD_NOT_FOUND', message: 'This board is not available.' }])
})

test('a server that does not answer is said once, and the board comes by itself', async () => {
  let isAway = true
  server.on('GET', '/api/scoreboard/:id/bootstrap/', () =>
    isAway
      ? new FakeAnswer(503, { detail: 'later' })
      : makeScoreboardBootstrap({ title: 'Front window', scores: stateAt(1, 100) }),
  )
  await open()
  await pass(12_000)
  expect(screen.getByRole('status')).toHaveTextContent('This board cannot be reached at the moment.')
  expect(sent).toEqual([['error', { code: 'NETWORK', message: 'This board cannot be reached at the moment.' }]])
  isAway = false
  await pass(6_000)
  await settle()
  expect(screen.getByText(/^Front window 100 /)).toBeInTheDocument()
  expect(eventsOf('ready')).toHaveLength(1)
})

test('a remote that is dead, and one that throws, leave a quiet card, a code and an empty console; both are tried again', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {})
  jest.mocked(loadExpose).mockRejectedValueOnce(new RemoteFailure('mf-scoreboards', '1.2.3', 'REMOTE_ENTRY_FAILED'))
  await open()
  expect(screen.getByRole('status')).toHaveTextContent('This board cannot be shown at the moment.')
  expect(eventsOf('error')).toEqual([{ code: 'REMOTE_FAILED', message: 'This board cannot be shown at the moment.' }])
  expect(consoleError).not.toHaveBeenCalled()
  throws = true
  await pass(31_000)
  expect(retryRemote).toHaveBeenCalledWith('mf-scoreboards')
  expect(screen.getByRole('status')).toHaveTextContent('This board cannot be shown at the moment.')
  throws = false
  sent = []
  await pass(31_000)
  await settle()
  expect(screen.getByText(/^Front window 100 /)).toBeInTheDocument()
  expect(eventsOf('ready')).toHaveLength(1)
  expect(document.body).not.toHaveTextContent('mf-scoreboards')
  consoleError.mockRestore()
})

test('a slideshow is shown with its key, and tells no scores', async () => {
  server.on('GET', '/api/slideshow/41/', () => makeSlideshow({ title: 'Round and round' }))
  jest.mocked(remoteForDisplay).mockImplementation((type) => `mf-${type}s`)
  jest.mocked(loadExpose).mockImplementation(async (remote) => {
    if (remote !== 'mf-slideshows') return { display }
    return {
      display: {
        type: 'slideshow',
        Display: ({ screens, keyOf }: { screens: { item_id: number }[]; keyOf(one: object): string }) => (
          <p>{screens.map((one) => `${one.item_id} ${keyOf(one)}`).join()}</p>
        ),
      },
    }
  })
  await open({ type: 'slideshow', id: 41, key: 'k1' })
  expect(document.querySelector('p')).toHaveTextContent('k1')
  expect(sent).toEqual([
    ['ready', { type: 'slideshow', board: 41, title: 'Round and round' }],
    ['resize', { width: 390, height: 520 }],
    ['state', { connection: 'live' }],
  ])
  expect(server.requests[0]).toMatchObject({ query: { key: 'k1' } })
})
