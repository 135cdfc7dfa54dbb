import {
  displayAtom,
  type BoardDisplay,
  type DisplayProps,
  type SlideshowDisplayProps,
  type SlideshowScreen,
} from '@multiball/shared/boards'
import { ClockContext, type Clock } from '@multiball/shared/display'
import {
  FakeAnswer,
  FakeServer,
  fakeSockets,
  makeGame,
  makeMoment,
  makeScoreboardBootstrap,
} from '@multiball/shared/testing'
import type { Moment } from '@multiball/shared/schema'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { display } from '../display'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
}))

/** Runs what falls due only when told to. */
class FakeClock implements Clock {
  #now = 0
  #waiting: { at: number; run: () => void }[] = []
  now = () => this.#now
  after = (delayMs: number, run: () => void) => {
    const wait = { at: this.#now + delayMs, run }
    this.#waiting.push(wait)
    return () => void (this.#waiting = this.#waiting.filter((other) => other !== wait))
  }
  async pass(ms: number) {
    const until = this.#now + ms
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
      if (!next) break
      this.#waiting = this.#waiting.filter((other) => other !== next)
      this.#now = next.at
      await act(async () => next.run())
    }
    this.#now = until
  }
}

const board = (id: number, duration: SlideshowScreen['duration'] = 5): SlideshowScreen => ({
  item_type: 'scoreboard',
  item_id: id,
  duration,
  order: id,
})
const picture: SlideshowScreen = {
  item_type: 'slideshowimage',
  item_id: 3,
  duration: 10,
  order: 9,
  image: { id: 3, image: '/media/abc', width: 1600, height: 900 },
}
const scoreboard: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: ({ bootstrap, scores, layout }: DisplayProps<'scoreboard'>) => (
    <p>{`${bootstrap.title} ${String(scores?.data[0]?.scores[0]?.score)} ${layout}`}</p>
  ),
}

const sockets = fakeSockets()
const openSockets = () => sockets.open.map(({ address }) => new URL(address).pathname)
let server: FakeServer
let clock: FakeClock
let store: ReturnType<typeof createStore>
let lastId = 0
/** a board that no other test has shown */
const fresh = () => (lastId += 1)

beforeEach(() => {
  clock = new FakeClock()
  store = createStore()
  store.set(displayAtom('scoreboard'), { type: 'ready', display: scoreboard as unknown as BoardDisplay })
  server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) =>
    makeScoreboardBootstrap({
      title: `Board ${params.id}`,
      scores: { data: [makeGame([4200])], epoch: 'one', seq: 1 },
    }),
  )
})
afterEach(() => {
  server.close()
})

async function show(props: SlideshowDisplayProps) {
  const element = (given: SlideshowDisplayProps) => (
    <Provider store={store}>
      <ClockContext value={clock}>
        <display.Display {...given} />
      </ClockContext>
    </Provider>
  )
  const view = render(element(props))
  await act(async () => {})
  return { ...view, change: async (given: SlideshowDisplayProps) => act(async () => view.rerender(element(given))) }
}

const layers = () =>
  [...document.querySelectorAll<HTMLElement>('.layer')].map(
    (layer) =>
      `${layer.dataset.state} ${layer.querySelector('p, img')?.textContent || layer.querySelector('img')?.getAttribute('src') || ''}`,
  )

test('VSS-01 the next screen is live behind the shown one; after the change the one before is unmounted', async () => {
  const [one, other] = [fresh(), fresh()]
  await show({ screens: [board(one, 10), board(other, 10)] })
  await clock.pass(4999)
  expect(layers()).toEqual([`shown Board ${one} 4200 screen`])
  await clock.pass(1)
  expect(layers()).toEqual([`shown Board ${one} 4200 screen`, `hidden Board ${other} 4200 screen`])
  expect(openSockets()).toEqual([`/scoreboard/${one}/scores/websocket/`, `/scoreboard/${other}/scores/websocket/`])
  await clock.pass(4760)
  expect(layers()).toEqual([`leaving Board ${one} 4200 screen`, `coming Board ${other} 4200 screen`])
  await clock.pass(239)
  expect(layers()).toHaveLength(2)
  await clock.pass(1)
  expect(layers()).toEqual([`shown Board ${other} 4200 screen`])
  expect(openSockets()).toEqual([`/scoreboard/${other}/scores/websocket/`])
  await clock.pass(10_000)
  expect(layers()[0]).toBe(`shown Board ${one} 4200 screen`)
})

test('MOM-30 MOM-35 a record goes on over the slide that comes in its turn; that of a slide that waits does not begin', async () => {
  const [one, other] = [fresh(), fresh()]
  const both = makeMoment({ id: `of both ${one}` })
  const own = makeMoment({ id: `of the other ${other}`, game: other, kind: 'month_record' })
  const moments: Record<number, Moment[]> = { [one]: [both], [other]: [own, both] }
  server.on('GET', '/api/scoreboard/:id/bootstrap/', ({ params }) =>
    makeScoreboardBootstrap({ scores: { data: [], epoch: 'one', seq: 1, moments: moments[Number(params.id)] } }),
  )
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-moment]')].map(
      (moment) => `${moment.closest<HTMLElement>('.layer[data-state]')?.dataset.state} ${moment.dataset.moment}`,
    )
  await show({ screens: [board(one), board(other, 10)] })
  await waitFor(() => expect(shown()).toEqual(['shown venue_record']))
  await clock.pass(4759)
  expect(shown()).toEqual(['shown venue_record'])
  await clock.pass(1)
  expect(shown()).toEqual(['leaving venue_record', 'coming venue_record'])
  await clock.pass(240)
  expect(shown()).toEqual(['shown venue_record'])
  await clock.pass(1000)
  expect(shown()).toEqual(['shown month_record'])
})

test('VSS-01 a single screen stays, and is never mounted twice', async () => {
  const only = fresh()
  await show({ screens: [board(only)] })
  await clock.pass(60_000)
  expect(layers()).toEqual([`shown Board ${only} 4200 screen`])
  expect(server.sent('GET', `/api/scoreboard/${only}/bootstrap/`)).toHaveLength(1)
})

test('VSB-11 a picture has the Powered-by line', async () => {
  await show({ screens: [picture] })
  expect(document.body).toHaveTextContent('Powered by Multiball')
})

test('VSS-01 a picture waits for its turn until it is decoded', async () => {
  const only = fresh()
  await show({ screens: [board(only), picture] })
  await clock.pass(4999)
  expect(layers()).toEqual([`shown Board ${only} 4200 screen`, 'hidden http://localhost/media/abc'])
  const image = document.querySelector('img')!
  let decoded = () => {}
  image.decode = () => new Promise((resolve) => (decoded = resolve))
  fireEvent.load(image)
  await act(async () => {})
  expect(layers()[1]).toMatch(/^hidden/)
  await act(async () => decoded())
  expect(layers()).toEqual([`leaving Board ${only} 4200 screen`, 'coming http://localhost/media/abc'])
  await clock.pass(240)
  expect(layers()).toEqual(['shown http://localhost/media/abc'])
})

test('VSS-01 the only picture of a slideshow, which did not come, is asked for again', async () => {
  await show({ screens: [picture] })
  const failed = document.querySelector('img')!
  fireEvent.error(failed)
  await clock.pass(29_000)
  expect(document.querySelector('img')).toBe(failed)
  await clock.pass(1_000)
  const again = document.querySelector('img')!
  expect(again).not.toBe(failed)
  expect(again).toHaveAttribute('src', 'http://localhost/media/abc')
})

test('VSS-01 a private board says so for a short turn, is asked for again, and is told', async () => {
  const [one, secret] = [fresh(), fresh()]
  server.on('GET', `/api/scoreboard/${secret}/bootstrap/`, () => new FakeAnswer(404, { detail: 'Not found.' }))
  const onTrouble = jest.fn()
  await show({ screens: [board(one), board(secret, 120)], onTrouble })
  await clock.pass(5000)
  expect(screen.getByText('This board is private').closest('.layer')).toHaveAttribute('data-state', 'shown')
  expect(onTrouble).toHaveBeenCalledWith(undefined)
  // The owner makes it public.
  server.on('GET', `/api/scoreboard/${secret}/bootstrap/`, () => makeScoreboardBootstrap({ title: 'Opened' }))
  await clock.pass(5000)
  expect(layers()[0]).toBe(`shown Board ${one} 4200 screen`)
  await clock.pass(5000)
  expect(screen.getByText(/^Opened/).closest('.layer')).toHaveAttribute('data-state', 'shown')
})

test('VSS-01 each board is opened with its key', async () => {
  const [one, other] = [fresh(), fresh()]
  await show({ screens: [board(one), board(other)], keyOf: ({ item_id }) => `key ${item_id}` })
  await clock.pass(0)
  expect(server.requests.map(({ query }) => query.key)).toEqual([`key ${one}`, `key ${other}`])
})

test('VSS-01 a broken remote costs its screen only', async () => {
  const [one, other] = [fresh(), fresh()]
  const onTrouble = jest.fn()
  store.set(displayAtom('leaderboard'), {
    type: 'failed',
    failure: { remote: 'mf-leaderboards', version: '1.2.3', code: 'REMOTE_ENTRY_FAILED', isPassing: true },
  })
  server.on('GET', '/api/leaderboard/:id/bootstrap/', () => new FakeAnswer(500))
  await show({ screens: [board(one), { ...board(other, 120), item_type: 'leaderboard' }], onTrouble })
  await clock.pass(5000)
  expect(screen.getByText(/REMOTE_ENTRY_FAILED/).closest('.layer')).toHaveAttribute('data-state', 'shown')
  expect(onTrouble).toHaveBeenCalledWith('leaderboard')
  await clock.pass(5000)
  expect(layers()[0]).toBe(`shown Board ${one} 4200 screen`)
})

test('VSS-02 a screen whose turn is over stays until the answer has settled, also a refused one', async () => {
  const [one, other] = [fresh(), fresh()]
  let refuse = () => {}
  const onTurnOver = jest.fn(() => new Promise((_resolve, reject) => (refuse = () => reject(new Error('away')))))
  await show({ screens: [board(one), board(other)], onTurnOver })
  await clock.pass(60_000)
  expect(onTurnOver).toHaveBeenCalledTimes(1)
  expect(layers()[0]).toMatch(`shown Board ${one}`)
  await act(async () => refuse())
  expect(layers()).toEqual([`leaving Board ${one} 4200 screen`, `coming Board ${other} 4200 screen`])
})

test('VSS-01 reduced motion is a cut', async () => {
  const [one, other] = [fresh(), fresh()]
  const real = globalThis.matchMedia
  globalThis.matchMedia = (() => ({ matches: true })) as unknown as typeof matchMedia
  await show({ screens: [board(one), board(other)] })
  await clock.pass(5000)
  globalThis.matchMedia = real
  expect(layers()[0]).toBe(`shown Board ${other} 4200 screen`)
})

test('VSS-01 without screens it says so; other screens begin the show', async () => {
  const view = await show({ screens: [] })
  expect(screen.getByText('All slides in this slideshow have been deleted.')).toBeInTheDocument()
  const only = fresh()
  await view.change({ screens: [board(only)] })
  expect(
    within(document.querySelector<HTMLElement>('.layer')!).getByText(`Board ${only} 4200 screen`),
  ).toBeInTheDocument()
})
