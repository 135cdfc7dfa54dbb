import { isSame } from './cells'

test.each([
  [1, 1, true],
  ['1', 1, false],
  [null, null, true],
  [null, {}, false],
  [undefined, null, false],
  [[1, { a: [2] }], [1, { a: [2] }], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ a: 1, b: undefined }, { a: 1 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
])('%j and %j: %p', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
  expect(isSame(other, one)).toBe(expected)
})
