import { areBeside } from './headerLines'

const facts = 'All time · 3 machines · All players'

test.each([
  ['a quarter of a wide screen', 573, 302, true, true],
  ['half of a wide screen', 859, 915, true, false],
  ['a sixth of a wide screen', 379, 302, true, true],
  ['a sixth of an upright screen', 481, 553, true, false],
  ['a twentieth of a wide screen', 225, 147, false, false],
  ['nothing laid out yet', 0, 0, true, true],
])('VLB-01 title and facts beside each other in %s', (_cell, width, height, isLong, expected) => {
  expect(areBeside('House records', facts, { width, height }, isLong)).toBe(expected)
})
