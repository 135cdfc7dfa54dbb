import { chartOf, chartRows } from './chart'

const rows = chartRows('wide', 2)

const dots = (path: string) => path.split('h0').length - 1

test.each<[string, bigint[], { best: number; lit: number; bestAt: number }]>([
  ['the best column is as high as the field', [50n, 100n], { best: rows, lit: rows / 2, bestAt: 1 }],
  ['a small score is seen', [1n, 1_000_000n], { best: rows, lit: 1, bestAt: 1 }],
  ['of equals the first is the best', [7n, 7n], { best: rows, lit: rows, bestAt: 0 }],
  ['all are nothing', [0n, 0n, 0n], { best: 1, lit: 2, bestAt: 0 }],
  [
    '19 digits are exact',
    [9_223_372_036_854_775_807n, 9_223_372_036_854_775_806n],
    { best: rows, lit: rows, bestAt: 0 },
  ],
])('ATT-07 in the chart %s', (_what, scores, { best, lit, bestAt }) => {
  const chart = chartOf(scores, rows)
  expect([dots(chart.best), dots(chart.lit), chart.bestAt]).toEqual([best * chart.wide, lit * chart.wide, bestAt])
  expect(dots(chart.best) + dots(chart.lit) + dots(chart.unlit)).toBe(chart.columns * rows)
})

test.each([
  [2, 6],
  [10, 4],
  [16, 2],
  [24, 1],
  [48, 1],
])('ATT-07 of %d scores each has a column %d dots wide', (count, wide) => {
  const chart = chartOf(Array<bigint>(count).fill(1n), 1)
  expect([chart.wide, dots(chart.best + chart.lit)]).toEqual([wide, count * wide])
})

test.each([
  ['wide', 2, 14],
  ['wide', 24, 14],
  ['wide', 48, 28],
  ['tall', 48, 48],
] as const)('ATT-07 on a %s screen %d scores have a field %d dots high', (shape, count, high) =>
  expect(chartRows(shape, count)).toBe(high),
)

test('ATT-07 the field grows with a long day', () =>
  expect(
    chartOf(
      Array.from({ length: 48 }, (_, at) => BigInt(at)),
      rows,
    ).columns,
  ).toBe(97))
