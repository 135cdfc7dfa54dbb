import { createStagger } from './countUp'

/** How many of so many numbers are written in each frame, the frames these ms apart. */
function written(count: number, paces: readonly number[]): number[] {
  const turns = createStagger()
  let now = 10_000
  return paces.map((ms) => {
    now += ms
    const isInTurn = turns.next(count, now)
    return Array.from({ length: count }, (_, at) => at).filter(isInTurn).length
  })
}

const times = (count: number, ms: number) => Array<number>(count).fill(ms)

test.each<[string, number, number[], number]>([
  ['a page that keeps up writes all of them', 80, times(20, 16.7), 80],
  ['one that is slow writes fewer', 80, times(3, 100), 27],
  ['and never fewer than an eighth', 80, times(50, 100), 10],
  ['one number is always written', 1, times(50, 100), 1],
  ['a page that was slow once comes back to all', 80, [...times(10, 100), ...times(80, 16.7)], 80],
  ['a rest is not slowness', 80, [5_000, 16.7, 30_000, 16.7], 80],
])('%s', (_what, count, paces, expected) => {
  expect(written(count, paces).at(-1)).toBe(expected)
})

test('every number has its turn', () => {
  const turns = createStagger()
  let now = 0
  const seen = new Set<number>()
  for (let frame = 0; frame < 30; frame += 1) {
    now += 100
    const isInTurn = turns.next(80, now)
    if (frame >= 20) for (let at = 0; at < 80; at += 1) if (isInTurn(at)) seen.add(at)
  }
  expect(seen.size).toBe(80)
})
