import { ClockContext, type Clock } from '@multiball/shared/display'
import { boardAtom, browserEnvironment } from '@multiball/shared/live'
import { FakeServer, fakeSockets, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { ViewerPage } from '../ViewerPage'
import { boardLine } from './DebugPanel'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: (type: string) => `mf-${type}s`,
  remoteVersion: (remote: string) => (remote === 'mf-viewer' ? '1.4.0-ab12cd34' : '1.2.3-00112233'),
  newerRev: async () => undefined,
  ownRev: jest.requireActual<{ ownRev: unknown }>('@multiball/shared/remotes').ownRev,
  retryRemote: jest.fn(),
}))

/** Local time on a day, and what falls due when it is moved. */
class FakeClock implements Clock {
  #waiting: { at: number; run: () => void }[] = []
  constructor(private time: number) {}
  now = () => this.time
  after = (delayMs: number, run: () => void) => {
    const wait = { at: this.time + delayMs, run }
    this.#waiting.push(wait)
    return () => void (this.#waiting = this.#waiting.filter((other) => other !== wait))
  }
  async pass(ms: number) {
    this.time += ms
    const due = this.#waiting.filter(({ at }) => at <= this.time)
    this.#waiting = this.#waiting.filter(({ at }) => at > this.time)
    await act(async () => due.forEach(({ run }) => run()))
  }
}

fakeSockets()
let server: FakeServer
beforeEach(() => {
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', () =>
    makeScoreboardBootstrap({ scores: { data: [], epoch: 'one', seq: 41 } }),
  )
})
afterEach(() => {
  server.close()
  document.getElementById('mb-registry')?.remove()
})

async function open(
  search: string,
  time = new Date(2026, 10, 21, 21, 59).getTime(),
  pathname = '/viewer/scoreboards/901',
) {
  const clock = new FakeClock(time)
  const store = createStore()
  const { container } = render(
    <Provider store={store}>
      <ClockContext value={clock}>
        <ViewerPage pathname={pathname} search={search} />
      </ClockContext>
    </Provider>,
  )
  await act(async () => {})
  return { clock, store, dimmer: () => container.querySelector<HTMLElement>('[data-light]') }
}

test('KIO-03 at night the screen is dimmed, by local time, and in the morning bright again', async () => {
  const { clock, dimmer } = await open('?dim=22:00-07:00,30')
  expect(dimmer()).toHaveAttribute('data-light', '100')
  await clock.pass(60_000)
  expect(dimmer()).toHaveAttribute('data-light', '30')
  expect(dimmer()!.style.opacity).toBe('0.7')
  await clock.pass(9 * 3_600_000)
  expect(dimmer()).toHaveAttribute('data-light', '100')
})

test('without the setting nothing lies over the board', async () => {
  const { dimmer } = await open('?dim=whenever')
  expect(dimmer()).toBeNull()
})

test.each([
  ['?safe=2', '2'],
  ['?safe=0', '0'],
  ['?safe=50', ''],
  ['', ''],
])('KIO-03 with %s the safe area of everything on the page is %j', async (search, expected) => {
  await open(search)
  expect(screen.getByRole('main').style.getPropertyValue('--mb-safe-area')).toBe(expected)
})

test('KIO-03 debug=1 says which versions run, how the board hears of its scores, and counts frames', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="mb-registry">{"rev":57,"remotes":{}}</script>',
  )
  const { clock, store } = await open('?debug=1', Date.now())
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await clock.pass(1000)
  expect(lines().slice(0, 3)).toEqual(['mf-viewer 1.4.0-ab12cd34', 'mf-scoreboards 1.2.3-00112233', 'registry 57'])
  expect(lines()[3]).toMatch(/^scoreboard 901: connecting, heard \d s ago, state 41$/)
  expect(lines()[4]).toMatch(/fps|counting frames/)
  const asOf = browserEnvironment.now() - 50 * 60_000
  act(() =>
    store.set(boardAtom({ type: 'scoreboard', id: 901 }), (board) => ({
      ...board,
      connection: 'offline',
      asOf,
      error: { status: 503, message: 'away' },
    })),
  )
  await clock.pass(1000)
  expect(lines()[3]).toBe('scoreboard 901: offline, heard 50 min ago, state 41, error 503')
})

test('without it, or on a page that is none, nothing of that is there', async () => {
  await open('?debug=0')
  expect(screen.queryByRole('list', { name: 'Debug' })).toBeNull()
})

test.each([
  [{ phase: 'loading', connection: 'connecting' }, 'leaderboard 3: connecting, never heard'],
  [{ phase: 'ready', connection: 'live', asOf: 1_000_000 - 119_000 }, 'leaderboard 3: live, heard 119 s ago'],
  [{ phase: 'ready', connection: 'offline', asOf: 1_000_000 - 8 * 3_600_000 }, 'leaderboard 3: offline, heard 8 h ago'],
  [
    { phase: 'failed', connection: 'offline', error: { status: 404, message: 'Item not found.' } },
    'leaderboard 3: offline, never heard, error 404',
  ],
] as const)('%j is written as %s', (live, line) => {
  expect(boardLine({ type: 'leaderboard', id: 3 }, live, 1_000_000)).toBe(line)
})
