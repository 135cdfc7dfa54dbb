import type { ScoreboardBootstrap } from '@multiball/shared/schema'
import { makeCustomScores, makeGame, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { countFrames } from './DebugPanel'
import { keepFresh } from './keepFresh'
import { isBoardIdle } from './useFreshPage'

const minute = 60_000

/** A page of rev 4, and a clock that a test moves. */
class World {
  time = 0
  rev: number | undefined
  tried: number | undefined
  idle = true
  hour = 20
  asked: number[] = []
  reloads: number[] = []
  timer: { at: number; run: () => void } | undefined

  end = keepFresh({
    setTimeout: (run, ms) => (this.timer = { at: this.time + ms, run }),
    clearTimeout: () => (this.timer = undefined),
    now: () => this.time,
    hour: () => this.hour,
    random: () => 0,
    newerRev: async () => {
      this.asked.push(this.time)
      return this.rev
    },
    isIdle: () => this.idle,
    triedRev: { read: () => this.tried, write: (rev) => (this.tried = rev) },
    reload: () => this.reloads.push(this.time),
  })

  async pass(ms: number) {
    const until = this.time + ms
    while (this.timer && this.timer.at <= until) {
      const { at, run } = this.timer
      this.timer = undefined
      this.time = at
      run()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
    this.time = until
  }
}

let world: World
beforeEach(() => (world = new World()))

test('the registry is asked every ten minutes, and a page of its rev stays', async () => {
  await world.pass(30 * minute)
  expect(world.asked).toEqual([10 * minute, 20 * minute, 30 * minute])
  expect(world.reloads).toEqual([])
})

test('a newer one reloads the page after an idle minute, when the server has just answered', async () => {
  world.rev = 5
  await world.pass(11 * minute)
  expect(world.asked).toEqual([10 * minute, 11 * minute])
  expect(world.reloads).toEqual([11 * minute])
})

test('for an hour the page stays while somebody plays, and the minute starts over with each game', async () => {
  world.rev = 5
  world.idle = false
  await world.pass(60 * minute)
  expect(world.reloads).toEqual([])
  world.idle = true
  await world.pass(50_000)
  world.idle = false
  await world.pass(5000)
  world.idle = true
  await world.pass(55_000)
  expect(world.reloads).toEqual([])
  await world.pass(5000)
  expect(world.reloads).toHaveLength(1)
})

test.each([
  ['KIO-04 after an hour the first moment without a game will do', 71, { idle: true }],
  ['KIO-04 where somebody always plays the night will do', 300, { hour: 4 }],
])('%s', async (_title, minutesOfPlay, moment) => {
  world.rev = 5
  world.idle = false
  await world.pass(minutesOfPlay * minute)
  expect(world.reloads).toEqual([])
  Object.assign(world, moment)
  await world.pass(5000)
  expect(world.reloads).toHaveLength(1)
})

test('a server that went away meanwhile is waited for', async () => {
  world.rev = 5
  await world.pass(10 * minute)
  world.rev = undefined
  await world.pass(5 * minute)
  expect(world.reloads).toEqual([])
  world.rev = 5
  await world.pass(20 * minute)
  expect(world.reloads).toHaveLength(1)
})

test('a page that came back old is not loaded again and again, only for the rev after it', async () => {
  world.rev = 5
  await world.pass(60 * minute)
  expect(world.reloads).toHaveLength(1)
  world.rev = 6
  await world.pass(60 * minute)
  expect(world.reloads).toHaveLength(2)
})

test('nothing is left after its end, also of a question that is on its way', async () => {
  world.rev = 5
  await world.pass(10 * minute)
  world.end()
  await world.pass(60 * minute)
  expect([world.reloads, world.timer]).toEqual([[], undefined])
})

const played = makeGame([5], { settled_on: null })
const over = makeGame([5], { settled_on: '2026-11-20T21:42:00Z' })
const [{ venuemachine: machine }] = makeScoreboardBootstrap().items as [ScoreboardBootstrap['items'][number]]
const stamp = { epoch: 'one', seq: 1 }
const cell = { item_type: 'scoreboard' as const, item_id: 1, order: 0 }

test.each([
  ['a scoreboard in play', () => isBoardIdle({ data: [played], ...stamp }), false],
  ['a scoreboard whose game is over', () => isBoardIdle({ data: [over], ...stamp }), true],
  ['a scoreboard that was never played', () => isBoardIdle({ data: [], ...stamp }), true],
  ['a leaderboard', () => isBoardIdle({ data: [{ scores: [] }], ...stamp }), true],
  [
    'a wall with one game in play',
    () =>
      isBoardIdle({
        boards: [
          { ...cell, sessions: [over] },
          { ...cell, sessions: [played] },
        ],
        ...stamp,
      }),
    false,
  ],
  [
    'a wall with nothing in play',
    () =>
      isBoardIdle({
        boards: [{ ...cell, sessions: [over] }, { item_type: 'leaderboard', item_id: 2, order: 1 }, cell],
        ...stamp,
      }),
    true,
  ],
  [
    'a board of a type from a remote with a game in play',
    () => isBoardIdle(makeCustomScores({ now: { kind: 'game', games: [{ venuemachine: machine, game: played }] } })),
    false,
  ],
  [
    'one whose games are over',
    () => isBoardIdle(makeCustomScores({ now: { kind: 'game', games: [{ venuemachine: machine, game: over }] } })),
    true,
  ],
  [
    'one that shows a board in play',
    () =>
      isBoardIdle(
        makeCustomScores({
          beside: { kind: 'board', boards: [{ type: 'scoreboard', id: 1, scores: { data: [played] } }] },
        }),
      ),
    false,
  ],
  [
    'a stream in play',
    () => isBoardIdle({ data: [{ venuemachine_id: 1, session: played }], ...stamp } as never),
    false,
  ],
  [
    'a stream before its first game',
    () => isBoardIdle({ data: [{ venuemachine_id: 1, session: null }], ...stamp } as never),
    true,
  ],
])('%s may be interrupted: %#', (_name, isIdle, expected) => {
  expect(isIdle()).toBe(expected)
})

test('frames are counted by the second, whatever their pace', () => {
  let next: (ms: number) => void = () => {}
  const told: number[] = []
  const cancelled: number[] = []
  const end = countFrames(
    { request: (run) => ((next = run), 7), cancel: (handle) => cancelled.push(handle) },
    (perSecond) => told.push(perSecond),
  )
  for (let ms = 0; ms <= 1000; ms += 20) next(ms)
  for (let ms = 1100; ms <= 2000; ms += 100) next(ms)
  expect(told).toEqual([50, 10])
  end()
  expect(cancelled).toEqual([7])
})
