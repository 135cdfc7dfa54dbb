import { countedAt, createCountUps } from './countUp'

function frames() {
  const state = { now: 1000, still: false, asked: [] as (() => void)[], onVisibility: () => {} }
  const loop = createCountUps({
    now: () => state.now,
    request: (run) => state.asked.push(run),
    isStill: () => state.still,
    onVisibility: (run) => (state.onVisibility = run),
  })
  const frame = (ms: number) => {
    state.now += ms
    for (const run of state.asked.splice(0)) run()
  }
  return { state, loop, frame }
}

test('VSB-01 counts up in 1 s, fast first, and ends exactly', () => {
  const { loop, frame } = frames()
  const written: bigint[] = []
  const counter = loop.counter(0n, (shown) => written.push(shown))
  counter.count(1_000_000n)
  frame(500)
  expect(written).toEqual([875_000n])
  frame(450)
  expect(written[1]).toBe(999_875n)
  frame(50)
  expect(written[2]).toBe(1_000_000n)
})

test('VSB-01 is exact beyond 2^53', () => {
  const [from, to] = [9_007_199_254_740_993n, 9_223_372_036_854_775_807n]
  expect(countedAt(from, to, 1000)).toBe(to)
  expect(countedAt(from, to, 0)).toBe(from)
  expect(countedAt(from, to, 990)).toBeLessThan(to)
})

test('one loop for all numbers, and none while nothing counts', () => {
  const { state, loop, frame } = frames()
  const counters = [1, 2, 3, 4].map(() => loop.counter(0n, () => {}))
  expect(state.asked).toHaveLength(0)
  for (const counter of counters) counter.count(50n)
  expect(state.asked).toHaveLength(1)
  frame(16)
  expect(state.asked).toHaveLength(1)
  frame(1000)
  expect(state.asked).toHaveLength(0)
})

test('a number that stays the same is not written again', () => {
  const { loop, frame } = frames()
  const write = jest.fn()
  loop.counter(0n, write).count(2n)
  for (let ms = 0; ms < 1000; ms += 20) frame(20)
  expect(write.mock.calls.flat()).toEqual([1n, 2n])
})

test('a new target is counted to from the number on show', () => {
  const { loop, frame } = frames()
  const counter = loop.counter(0n, () => {})
  counter.count(1000n)
  frame(500)
  counter.count(10_000n)
  expect(counter.shown).toBe(875n)
  frame(1000)
  expect(counter.shown).toBe(10_000n)
})

test.each([
  ['a smaller number', 1000n, 0n, false],
  ['a still page (hidden, or no motion wanted)', 0n, 1000n, true],
])('%s is shown at once', (_, from, to, still) => {
  const { state, loop } = frames()
  state.still = still
  const counter = loop.counter(from, () => {})
  counter.count(to)
  expect(counter.shown).toBe(to)
  expect(state.asked).toHaveLength(0)
})

test('hiding or showing the page ends every count', () => {
  const { state, loop } = frames()
  const counter = loop.counter(0n, () => {})
  counter.count(1000n)
  state.onVisibility()
  expect(counter.shown).toBe(1000n)
})

test('a stopped counter writes no more', () => {
  const { loop, frame } = frames()
  const write = jest.fn()
  const counter = loop.counter(0n, write)
  counter.count(1000n)
  counter.stop()
  frame(500)
  expect(write).not.toHaveBeenCalled()
})
