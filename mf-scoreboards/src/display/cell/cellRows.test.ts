import { cellRows, digitsSize, leastType, pageOf, rowsAtATime } from './cellRows'

test.each([
  ['half of a wide screen', 859, 915, 4, 'beside'],
  ['a quarter of a wide screen', 573, 302, 2, 'below'],
  ['a quarter of a wide screen', 573, 302, 4, 'beside'],
  ['a sixth of a wide screen', 379, 302, 3, 'short'],
  ['a sixth of a wide screen', 379, 302, 6, 'beside'],
  ['a sixth of an upright screen', 481, 553, 4, 'beside'],
  ['a twentieth of a wide screen', 225, 147, 4, 'short'],
  ['nothing laid out yet', 0, 0, 4, 'beside'],
])('VSB-03 in %s (%i × %i), of %i players with ten digits, places stand %s', (_cell, width, height, players, place) => {
  expect(cellRows({ width, height }, players, 10, true).place).toBe(place)
})

test('VCB-01 type gets smaller the more players there are, larger where rows are high, and scores leave room for places', () => {
  const cell = { width: 379, height: 302 }
  const sizes = [2, 3, 4, 5, 6].map((players) => cellRows(cell, players, 10, false))
  expect(sizes.map(({ name }) => name)).toEqual([...sizes.map(({ name }) => name)].sort((one, other) => other - one))
  expect(cellRows({ width: 236, height: 328 }, 6, 10, false).name).toBeGreaterThan(sizes.at(-1)!.name)
  expect(cellRows(cell, 4, 10, true).scoreShare).toBeLessThan(cellRows(cell, 4, 10, false).scoreShare)
})

test.each([
  ['a quarter of a wide screen', 859, 460, 4, 10, true],
  ['a quarter of a wide screen', 859, 460, 2, 13, true],
  ['a quarter of a small wide screen', 573, 302, 4, 10, false],
  ['a twentieth of a wide screen', 225, 147, 4, 10, false],
])(
  'WAL-06 in %s (%i × %i), scores of %i players with %i digits stand in the machine’s own digits: %p',
  (_cell, width, height, players, digits, hasOwnDigits) => {
    const size = { width, height }
    const rows = cellRows(size, players, digits, true)
    expect(digitsSize(size, rows, digits, 0.7 * digits) !== undefined).toBe(hasOwnDigits)
  },
)

test.each([
  ['half of a wide screen', 859, 915, 2, true],
  ['half of a wide screen', 859, 915, 4, true],
  ['half of a wide screen', 859, 915, 6, false],
  ['a quarter of a wide screen', 859, 460, 2, false],
  ['a quarter of an upright screen', 481, 860, 4, true],
  ['a sixth of an upright screen', 481, 553, 4, true],
  ['a sixth of an upright screen', 481, 553, 6, false],
])(
  'NAM-05 in %s (%i × %i) the names of %i players stand above their scores: %p',
  (_cell, width, height, players, isStacked) => {
    const rows = cellRows({ width, height }, players, 10, true)
    expect(rows.isStacked).toBe(isStacked)
    expect(rows.scoreShare > 0.9).toBe(isStacked)
  },
)

test.each([
  ['a twentieth of a TV', 343, 225, { width: 1920, height: 1080 }, 6, 3],
  ['a twentieth of a TV', 343, 225, { width: 1920, height: 1080 }, 4, 3],
  ['a twentieth of a TV', 343, 225, { width: 1920, height: 1080 }, 2, 2],
  ['a twentieth of a small TV', 228, 150, { width: 1280, height: 720 }, 6, 3],
  ['a quarter of a TV', 859, 460, { width: 1920, height: 1080 }, 6, 6],
  ['a cell of a phone’s column', 351, 250, { width: 390, height: 844 }, 6, 6],
  ['nothing laid out yet', 0, 0, { width: 0, height: 0 }, 6, 6],
])(
  'NAM-06 %s (%i × %i of %j) shows %i players %i at a time, which can be read from afar',
  (_cell, width, height, wall, players, count) => {
    const [size, least] = [{ width, height }, leastType(wall)]
    expect(rowsAtATime(size, players, least)).toBe(count)
  },
)

test('NAM-06 a long score takes room from its name before it becomes too small to be read', () => {
  const [size, least] = [{ width: 343, height: 225 }, leastType({ width: 1920, height: 1080 })]
  const { scoreShare } = cellRows(size, 3, 13, true, least)
  expect((scoreShare * 343 * 0.932) / 6.24).toBeGreaterThanOrEqual(least - 0.5)
})

test.each<[lit: number | undefined, count: number, pages: number[][]]>([
  [
    undefined,
    3,
    [
      [1, 2, 3],
      [4, 5, 6],
      [1, 2, 3],
    ],
  ],
  [
    undefined,
    4,
    [
      [1, 2, 3, 4],
      [3, 4, 5, 6],
      [1, 2, 3, 4],
    ],
  ],
  [
    2,
    3,
    [
      [1, 2, 3],
      [2, 4, 5],
      [2, 5, 6],
      [1, 2, 3],
    ],
  ],
  [
    6,
    3,
    [
      [1, 2, 6],
      [3, 4, 6],
      [4, 5, 6],
      [1, 2, 6],
    ],
  ],
  [
    1,
    6,
    [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ],
  ],
])(
  'NAM-06 with player %p up, or the winner, and %i at a time, everybody has a turn and that one is always shown',
  (lit, count, pages) => {
    const lines = [1, 2, 3, 4, 5, 6].map((position) => ({ position, isLit: position === lit }))
    expect(pages.map((_page, turn) => pageOf(lines, count, turn).map(({ position }) => position))).toEqual(pages)
  },
)
