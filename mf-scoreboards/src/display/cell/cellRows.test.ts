import { cellRows, figuresSize } from './cellRows'

test.each([
  ['half of a wide screen', 859, 915, 4, 'below'],
  ['a quarter of a wide screen', 573, 302, 2, 'below'],
  ['a quarter of a wide screen', 573, 302, 4, 'beside'],
  ['a sixth of a wide screen', 379, 302, 3, 'short'],
  ['a sixth of a wide screen', 379, 302, 6, 'beside'],
  ['a sixth of an upright screen', 481, 553, 4, 'below'],
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
])('WAL-06 in %s (%i × %i), scores of %i players with %i digits stand in the machine’s own figures: %p', (_cell, width, height, players, digits, hasFigures) => {
  const size = { width, height }
  const rows = cellRows(size, players, digits, true)
  expect(figuresSize(size, rows, digits, 0.7 * digits) !== undefined).toBe(hasFigures)
})
