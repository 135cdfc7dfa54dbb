import { fakeClock, makeGame, makeVenueMachine } from '@multiball/shared/testing'
import type { HotWatch } from './hotGame'
import type { HotWorld } from './hotGameCalls'
import { runHotGame } from './useHotGame'

const settled = () => new Promise((resolve) => setTimeout(resolve))

function start(world: Partial<HotWorld> = {}) {
  const time = fakeClock()
  const told: HotWatch['shows'][] = []
  const stop = runHotGame(
    {
      clock: time.clock,
      listHotMachines: async () => [],
      getCurrentGame: async () => makeGame(),
      ...world,
    },
    (last) => (last === 1 ? 2 : 1),
    (watch) => told.push(watch.shows),
  )
  return { ...time, told, stop }
}

test('VSB-09 asks, watches by the clock, and moves on by what it is answered', async () => {
  const games = [makeGame([10]), makeGame([20]), makeGame([20], { settled_on: '2026-11-20T21:42:00Z' })]
  const { pass, told, stop } = start({
    listHotMachines: async () => [makeVenueMachine({ id: 21 })],
    getCurrentGame: async () => games.shift()!,
  })
  for (const ms of [9_999, 1, 5_000, 5_000, 10_000]) {
    pass(ms)
    await settled()
  }
  expect(told.map((shows) => (shows.type === 'game' ? shows.game.scores[0]?.score : shows.type))).toEqual([
    'scoreboard',
    'scoreboard',
    'scoreboard',
    10,
    10,
    20,
    20,
    'scoreboard',
    'image',
  ])
  stop()
})

test('VSB-09 ended, it leaves no timer, aborts what it asked and tells nothing more', async () => {
  const signals: AbortSignal[] = []
  const { pass, told, waiting, stop } = start({
    listHotMachines: (signal) => {
      signals.push(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  pass(10_000)
  const before = told.length
  stop()
  await settled()
  expect(signals[0]?.aborted).toBe(true)
  expect(waiting.size).toBe(0)
  expect(told).toHaveLength(before)
})

test('VSB-09 a thousand rounds: one timer at a time, none left', async () => {
  const { pass, told, waiting, stop } = start()
  for (let round = 0; round < 1_000; round += 1) {
    pass(30_000)
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
    expect(waiting.size).toBeLessThanOrEqual(1)
  }
  expect(told.filter(({ type }) => type === 'image').length).toBeGreaterThan(400)
  stop()
  expect(waiting.size).toBe(0)
})
