import { segmentsWidth } from '@multiball/shared/glyphs'
import { digitCount, formatScore, longestScore, numeralsWidth } from './score'

test.each([
  [0n, '0', 1],
  [999n, '999', 3],
  [1_284_906_530n, '1,284,906,530', 10],
  [9_999_999_999_990n, '9,999,999,999,990', 13],
  [9_223_372_036_854_775_807n, '9,223,372,036,854,775,807', 19],
  [-5n, '-5', 2],
  [-123_456_789n, '-123,456,789', 10],
])('%s is written %s', (score, text, digits) => {
  expect(formatScore(score)).toBe(text)
  expect(digitCount(score)).toBe(digits)
})

describe('longestScore', () => {
  test('holds room for the longest', () =>
    expect(longestScore(undefined, 1, [0n, 12n])).toEqual({ game: 1, digits: 2 }))
  test('only grows during a game', () => {
    const grown = longestScore({ game: 1, digits: 9 }, 1, [1_000_000_000n])
    expect(grown.digits).toBe(10)
    expect(longestScore(grown, 1, [5n])).toBe(grown)
  })
  test('starts over with the next game', () => expect(longestScore({ game: 1, digits: 13 }, 2, [0n]).digits).toBe(1))
})

test.each([
  [1, 0.6, 0.418],
  [3, 1.92, 1.254],
  [4, 2.8, 1.872],
  [10, 7.2, 4.78],
  [13, 9.4, 6.234],
])('%i digits are %f em of segments and %f em of numerals wide', (digits, segments, numerals) => {
  expect(segmentsWidth(digits)).toBeCloseTo(segments, 3)
  expect(numeralsWidth(digits)).toBeCloseTo(numerals, 3)
})
