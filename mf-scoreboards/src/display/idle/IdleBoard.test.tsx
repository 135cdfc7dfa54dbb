import { ClockContext, Stage } from '@multiball/shared/display'
import type { BoardDisplay, DisplayProps } from '@multiball/shared/boards'
import { loadExpose } from '@multiball/shared/remotes'
import type { Game } from '@multiball/shared/schema'
import {
  FakeAnswer,
  fakeClock,
  FakeServer,
  fakeSockets,
  makeGame,
  makeLeaderboardBootstrap,
  makeList,
  makeVenueMachine,
} from '@multiball/shared/testing'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { display } from '../../display'
import { aBootstrap, aGame, displayProps, showBoard } from '../samples'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  remoteForDisplay: () => 'mf-leaderboards',
  loadExpose: jest.fn(),
}))

const { Display } = display
const leaderboardDisplay: BoardDisplay<'leaderboard'> = {
  type: 'leaderboard',
  Display: ({ bootstrap, layout, isHighDensity }) => (
    <p>{`${bootstrap.title} ${layout}${isHighDensity ? ' high' : ''}`}</p>
  ),
}

const over = (id: number): Game => aGame([10, 20], { id, settled_on: '2026-11-20T21:42:00Z' })
const playing = (id: number): Game => aGame([1_234, 20], { id })
const sockets = fakeSockets()
let server: FakeServer
let nextId = 300

beforeEach(() => {
  jest.mocked(loadExpose).mockResolvedValue({ display: leaderboardDisplay })
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = new FakeServer()
    .on('GET', '/api/leaderboard/:id/bootstrap/', () => makeLeaderboardBootstrap({ title: 'House records' }))
    .on('GET', '/api/venuemachine_hot/', () => makeList())
})
afterEach(() => {
  server.close()
  jest.restoreAllMocks()
})

/** Each test has a leaderboard of its own: what is known of one outlives the test. */
const withLeaderboard = (more: object = {}) =>
  aBootstrap({ leaderboard: (nextId += 1), idle_leaderboard_show: true, ...more })
const withHotGames = (type = 1) => aBootstrap({ idle_hotgame_show: true, idle_hotgame_type: type })

type Props = DisplayProps<'scoreboard'>

function show(games: Game[], more: Partial<Props>) {
  let seq = 0
  const propsOf = (shown: Game[], changed: Partial<Props> = {}) =>
    displayProps(shown, { ...more, ...changed, scores: { data: shown, epoch: 'a', seq: (seq += 1) } })
  const { update, ...view } = showBoard(propsOf(games), { wrapper: Wrapper })
  return { ...view, update: (shown: Game[], changed?: Partial<Props>) => update(propsOf(shown, changed)) }
}

const store = createStore()
const Wrapper = ({ children }: { children: React.ReactNode }) => <Provider store={store}>{children}</Provider>

const layerOf = (element: HTMLElement) => element.closest('.layer')!
const isShown = (element: HTMLElement) => layerOf(element).classList.contains('shown')
const leaderboard = () => screen.queryByText('House records screen')
const loaded = () => waitFor(() => expect(leaderboard()).toBeInTheDocument())
const coveredStage = () => document.querySelector('.stage[data-covered]')
const answered = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

describe('VSB-08 the idle leaderboard', () => {
  test.each([
    ['after a settled game', [over(1)]],
    ['where nothing was ever played', []],
  ])('comes %s, goes, and comes again', async (_when, games) => {
    const bootstrap = withLeaderboard()
    const { pass } = show(games, { bootstrap })
    pass(4_999)
    expect(server.requests).toEqual([])
    pass(1)
    await loaded()
    expect(isShown(leaderboard()!)).toBe(false)
    pass(4_999)
    expect(isShown(leaderboard()!)).toBe(false)
    expect(coveredStage()).toBeNull()
    pass(1)
    expect(isShown(leaderboard()!)).toBe(true)
    expect(coveredStage()).not.toBeNull()
    pass(10_000)
    expect(isShown(leaderboard()!)).toBe(false)
    expect(coveredStage()).toBeNull()
    pass(9_999)
    expect(isShown(leaderboard()!)).toBe(false)
    pass(1)
    expect(isShown(leaderboard()!)).toBe(true)
    pass(100_000)
    // However often it comes, it is asked for once.
    expect(server.sent('GET', `/api/leaderboard/${bootstrap.leaderboard}/bootstrap/`)).toHaveLength(1)
  })

  test('a new game shows the scoreboard at once, and its end begins the wait again', async () => {
    const { pass, update, waiting } = show([over(1)], { bootstrap: withLeaderboard() })
    pass(10_000)
    await loaded()
    expect(isShown(leaderboard()!)).toBe(true)
    const timersWhileShown = waiting.size
    update([playing(2)])
    expect(leaderboard()).toBeNull()
    expect(coveredStage()).toBeNull()
    expect(waiting.size).toBeLessThanOrEqual(timersWhileShown + 2)
    pass(60_000)
    expect(leaderboard()).toBeNull()
    update([over(2)])
    pass(9_999)
    expect(coveredStage()).toBeNull()
    pass(1)
    await loaded()
    expect(isShown(leaderboard()!)).toBe(true)
  })

  test('a game that began and ended while nobody heard of it has its seconds first', async () => {
    const { pass, update } = show([over(1)], { bootstrap: withLeaderboard() })
    pass(10_000)
    await loaded()
    update([over(2)])
    expect(coveredStage()).toBeNull()
    pass(9_999)
    expect(coveredStage()).toBeNull()
    pass(1)
    expect(coveredStage()).not.toBeNull()
  })

  test('in the cell of a grid it comes as a cell, after the scoreboard’s own seconds', async () => {
    const { pass } = show([over(1)], {
      bootstrap: withLeaderboard({ idle_scoreboard_sec: 3, idle_leaderboard_sec: 4 }),
      layout: 'cell',
      isHighDensity: true,
    })
    await waitFor(() => expect(screen.getByText('House records cell high')).toBeInTheDocument())
    const cell = screen.getByText('House records cell high')
    pass(2_999)
    expect(isShown(cell)).toBe(false)
    pass(1)
    expect(isShown(cell)).toBe(true)
    pass(4_000)
    expect(isShown(cell)).toBe(false)
  })

  test('twenty cells of a grid open one socket for their leaderboards', async () => {
    const time = fakeClock()
    const cell = (at: number) => (
      <Stage key={at} background="#000" layout="cell">
        <Display
          {...displayProps([over(at)], { bootstrap: withLeaderboard({ idle_scoreboard_sec: 1 }), layout: 'cell' })}
        />
      </Stage>
    )
    render(<ClockContext value={time.clock}>{Array.from({ length: 20 }, (_, at) => cell(at))}</ClockContext>, {
      wrapper: Wrapper,
    })
    await waitFor(() => expect(screen.getAllByText('House records cell')).toHaveLength(20))
    await answered()
    expect(sockets.open.length).toBeLessThanOrEqual(1)
  })

  test('the key of the scoreboard opens it', async () => {
    const bootstrap = withLeaderboard()
    const { pass } = show([over(1)], { bootstrap, viewerKey: 'the-key' })
    pass(10_000)
    await loaded()
    expect(server.sent('GET', `/api/leaderboard/${bootstrap.leaderboard}/bootstrap/`)[0]?.query).toEqual({
      key: 'the-key',
    })
  })

  test.each([404, 500])('one that answers %i leaves the scoreboard where it is', async (status) => {
    server.on('GET', '/api/leaderboard/:id/bootstrap/', () => new FakeAnswer(status, { detail: 'Not found.' }))
    const { pass } = show([over(1)], { bootstrap: withLeaderboard() })
    for (let second = 0; second < 40; second += 1) pass(1_000)
    await answered()
    pass(15_000)
    expect(coveredStage()).toBeNull()
    expect(screen.getByText('GAME OVER')).toBeInTheDocument()
  })

  test.each([
    ['the owner wants none', aBootstrap({ leaderboard: 21 })],
    ['it was deleted', aBootstrap({ leaderboard: null, idle_leaderboard_show: true })],
  ])('does not come where %s', (_when, bootstrap) => {
    const { pass } = show([over(1)], { bootstrap })
    pass(60_000)
    expect(server.requests).toEqual([])
  })

  test('many rounds leave no timer, socket, listener or element behind', async () => {
    const counts = { added: 0, removed: 0 }
    for (const target of [document, window] as EventTarget[]) {
      const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
      jest
        .spyOn(target, 'addEventListener')
        .mockImplementation((type, listener, options) => ((counts.added += 1), add(type, listener, options)))
      jest
        .spyOn(target, 'removeEventListener')
        .mockImplementation((type, listener, options) => ((counts.removed += 1), remove(type, listener, options)))
    }
    const { pass, waiting, container, unmount } = show([], {
      bootstrap: withLeaderboard({ idle_scoreboard_sec: 61, idle_leaderboard_sec: 1 }),
    })
    pass(61_000)
    await loaded()
    pass(58_000)
    const before = {
      timers: waiting.size,
      elements: container.querySelectorAll('*').length,
      listeners: counts.added - counts.removed,
    }
    for (let round = 0; round < 20; round += 1) pass(62_000)
    expect({
      timers: waiting.size,
      elements: container.querySelectorAll('*').length,
      listeners: counts.added - counts.removed,
    }).toEqual(before)
    expect(counts.added).toBeGreaterThan(20)
    expect(sockets.open.length).toBeLessThanOrEqual(1)
    unmount()
    expect(waiting.size).toBe(0)
  })
})

describe('VSB-09 hot games', () => {
  const hot = makeVenueMachine({
    id: 21,
    machine: { id: 4, name: 'Moon Miner' },
    venue: { id: 9, name: 'The Back Room' },
  })

  test.each([
    ['machine', 'reelsStage'],
    ['numeric', 'numericStage'],
  ] as const)(
    'WAL-02 another machine’s game has the look of that machine, or of the owner’s choice: %s',
    async (figures, look) => {
      const old = { ...hot, machine: { ...hot.machine, display: 'reels' as const } }
      server
        .on('GET', '/api/venuemachine_hot/', () => makeList(old))
        .on('GET', '/api/venuemachine/21/current/', () => makeGame([777_000, 5], { id: 96, venuemachine_id: 21 }))
      const { container, pass } = show([over(1)], { bootstrap: { ...withHotGames(), figures } })
      pass(10_000)
      await answered()
      await waitFor(() => expect(container.querySelector(`.units.${look}`)).toBeInTheDocument())
    },
  )

  test('another machine’s game is a live scoreboard with its names, until it settles', async () => {
    let game = makeGame([777_000, 5], {
      id: 95,
      venuemachine_id: 21,
      current_player: 2,
      current_ball: 3,
      game_modes: ['MB:Moon Multiball'],
    })
    server
      .on('GET', '/api/venuemachine_hot/', () => makeList(hot))
      .on('GET', '/api/venuemachine/21/current/', () => game)
    const { pass } = show([over(1)], { bootstrap: withHotGames() })
    pass(9_999)
    expect(server.requests).toEqual([])
    pass(1)
    await answered()
    expect(screen.getByRole('heading', { name: 'Moon Miner' })).toBeVisible()
    expect(screen.getByText('The Back Room')).toBeVisible()
    expect(screen.getByText('Moon Multiball')).toBeVisible()
    expect(screen.getByText('777,000')).toBeVisible()
    expect(screen.getByText('GAME OVER').closest('[data-hidden]')).not.toBeNull()
    game = { ...game, scores: game.scores.map((score) => ({ ...score, score: 888_000 })) }
    pass(5_000)
    await answered()
    expect(server.sent('GET', '/api/venuemachine/21/current/')).toHaveLength(2)
    game = { ...game, settled_on: '2026-11-20T21:50:00Z' }
    pass(5_000)
    await answered()
    expect(screen.queryByText('Moon Miner')).toBeNull()
    expect(screen.getByText('GAME OVER').closest('[data-hidden]')).toBeNull()
  })

  test('in the cell of a grid too: the game as a cell, and without any the idle image', async () => {
    let hotMachines = makeList(hot)
    let game = makeGame([777_000, 5], { id: 96, venuemachine_id: 21 })
    server.on('GET', '/api/venuemachine_hot/', () => hotMachines).on('GET', '/api/venuemachine/21/current/', () => game)
    const { pass, container } = show([over(1)], { bootstrap: withHotGames(4), layout: 'cell' })
    pass(10_000)
    await answered()
    expect(screen.getByRole('heading', { name: 'Moon Miner' })).toBeVisible()
    expect(screen.getByText('777,000')).toBeVisible()
    hotMachines = makeList()
    game = { ...game, settled_on: '2026-11-20T21:50:00Z' }
    pass(5_000)
    await answered()
    pass(10_000)
    expect(container.querySelector('.layer.shown canvas')).not.toBeNull()
    expect(screen.getByText('GAME OVER').closest('[data-hidden]')).not.toBeNull()
  })

  test('without any, the idle image stands behind the foot for 20 s', async () => {
    const { pass, container } = show([over(1)], { bootstrap: withHotGames(4) })
    pass(10_000)
    await answered()
    pass(9_999)
    await answered()
    expect(container.querySelector('[data-variant="picture"]')).toBeNull()
    pass(1)
    expect(container.querySelector('[data-variant="picture"]')).not.toBeNull()
    expect(container.querySelector('.layer.shown canvas')).not.toBeNull()
    expect(screen.getByText('GAME OVER').closest('[data-hidden]')).not.toBeNull()
    expect(screen.getByText('Live')).toBeVisible()
    pass(20_000)
    await answered()
    expect(container.querySelector('[data-variant="picture"]')).toBeNull()
  })

  test('where the network is gone the idle image comes, and a new game ends it at once', async () => {
    server.on('GET', '/api/venuemachine_hot/', () => {
      throw new TypeError('no network')
    })
    const { pass, container, update, waiting } = show([over(1)], { bootstrap: withHotGames(0) })
    pass(10_000)
    await answered()
    expect(container.querySelector('.layer.shown')).not.toBeNull()
    update([playing(2)])
    expect(container.querySelector('.layer')).toBeNull()
    expect(screen.getByText('1,234').closest('[data-hidden]')).toBeNull()
    const { size } = waiting
    pass(60_000)
    await answered()
    expect(server.requests).toHaveLength(1)
    expect(waiting.size).toBeLessThanOrEqual(size)
  })
})
