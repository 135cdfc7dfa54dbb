import { pointOf, scoresEveryMs, sinceStart, thinned, sampleDecision } from './point'
import type { Point } from './point'

const point = (at: number, fields: Partial<Point> = {}): Point => ({
  at,
  scores: ['0'],
  player: 1,
  ball: 1,
  modes: [],
  ...fields,
})

test('a game as a point: one element a slot, every digit of a score', () => {
  const game = { scores: [5n, null, 9_007_199_254_740_993n, null], currentPlayer: 2, currentBall: 3, modes: ['MB:x'] }
  expect(pointOf(game, 7)).toEqual({
    at: 7,
    scores: ['5', null, '9007199254740993'],
    player: 2,
    ball: 3,
    modes: ['MB:x'],
  })
  expect(pointOf({ ...game, scores: [null] }, 7).scores).toEqual([])
})

test.each<[what: string, before: Point | undefined, after: Point, expected: string]>([
  ['the first state', undefined, point(0), 'now'],
  ['the same again', point(0), point(60_000), 'never'],
  ['points, soon', point(0), point(scoresEveryMs - 1, { scores: ['5'] }), 'later'],
  ['points, after a while', point(0), point(scoresEveryMs, { scores: ['5'] }), 'now'],
  ['another player', point(0), point(1, { player: 2 }), 'now'],
  ['another ball', point(0), point(1, { ball: 2 }), 'now'],
  ['one more player', point(0), point(1, { scores: ['0', '0'] }), 'now'],
  ['another mode', point(0, { modes: ['MB:a'] }), point(1, { modes: ['MB:b'] }), 'now'],
  ['no mode', point(0, { modes: ['MB:a'] }), point(1), 'now'],
])('worth noting: %s', (_what, before, after, expected) => {
  expect(sampleDecision(before, after)).toBe(expected)
})

test.each<[what: string, given: number[], expected: number[]]>([
  ['unix seconds', [1_795_190_279, 1_795_190_281], [0, 2_000]],
  ['unix seconds with a fraction', [1_795_190_279.25, 1_795_190_280.5], [0, 1_250]],
  ['unix ms', [1_795_190_279_000, 1_795_190_279_500], [0, 500]],
  ['ms since the start', [40, 2_802], [40, 2_802]],
  ['lines in disorder', [0, 900, 500], [0, 500, 900]],
  ['nothing', [], []],
])('the times of a log: %s', (_what, given, expected) => {
  expect(sinceStart(given.map((at) => point(at))).map(({ at }) => at)).toEqual(expected)
})

describe('thinned', () => {
  const long = Array.from({ length: 1_000 }, (_, at) =>
    point(at * 1_000, { scores: [String(at)], ball: 1 + Math.floor(at / 400) }),
  )

  test('a short timeline stays whole', () => {
    expect(thinned(long, 1_000)).toEqual(long)
  })

  test('of a long one the first, the last and each turn stay, and others evenly', () => {
    const few = thinned(long, 50)
    expect(few).toHaveLength(50)
    expect(few[0]).toBe(long[0])
    expect(few.at(-1)).toBe(long.at(-1))
    expect(few.filter(({ ball }) => ball === 2)[0]).toBe(long[400])
    expect(few.filter(({ ball }) => ball === 3)[0]).toBe(long[800])
    const gaps = few.slice(1).map(({ at }, place) => at - few[place]!.at)
    expect(Math.max(...gaps)).toBeLessThan(2 * (1_000_000 / 45))
  })

  test('of one with a turn at each line as many as asked for, the last among them', () => {
    const restless = long.map((one, at) => ({ ...one, modes: [`MB:${at}`] }))
    expect(thinned(restless, 50)).toHaveLength(50)
    expect(thinned(restless, 50).at(-1)).toBe(restless.at(-1))
  })
})
