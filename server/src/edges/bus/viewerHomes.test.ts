import { homeOf } from './viewerHomes'

const even = new Map([1, 2, 3, 4].map((number) => [number, 1_000]))
const boards = Array.from({ length: 400 }, (_, at) => `scoreboard:${at + 1}:scores`)
const homes = (loads: ReadonlyMap<number, number>) => boards.map((board) => homeOf(board, loads))

test('RUN-08 each worker is the home of about as many boards', () => {
  for (const number of even.keys())
    expect(Math.abs(homes(even).filter((home) => home === number).length - 100)).toBeLessThan(30)
})

test('RUN-08 a worker that is away leaves its boards to all others, and takes back those and no others', () => {
  const before = homes(even)
  const after = homes(new Map([...even].filter(([number]) => number !== 3)))
  const moved = boards.flatMap((_board, at) => (before[at] === after[at] ? [] : [at]))
  expect(moved).toEqual(boards.flatMap((_board, at) => (before[at] === 3 ? [at] : [])))
  expect(new Set(moved.map((at) => after[at]))).toEqual(new Set([1, 2, 4]))
})

test.each([
  ['nobody else serves', [[1, 5_000]], undefined],
  ['nobody serves', [], undefined],
  [
    'it has an even share',
    [
      [1, 1_000],
      [2, 1_000],
    ],
    'a home',
  ],
  [
    'there are few viewers, all of them there',
    [
      [1, 100],
      [2, 100],
    ],
    'a home',
  ],
  [
    'it has a quarter more than its share and some',
    [
      [1, 1_400],
      [2, 600],
    ],
    'one of two',
  ],
] as const)('RUN-08 a board has a home, or its viewers stay where they come: %s', (_when, loads, expected) => {
  const found = new Set(homes(new Map(loads.map(([number, viewers]) => [number, viewers]))))
  const numbers = { 'a home': [1, 2], 'one of two': [undefined, 2] }
  expect(found).toEqual(new Set(expected === undefined ? [undefined] : numbers[expected]))
})
