import { placeName, rankOf } from './score'

test.each([
  [
    [10n, 30n, 20n],
    [3, 1, 2],
  ],
  [
    [10n, 10n, 5n],
    [1, 1, 3],
  ],
  [
    [7n, 5n, 5n, 5n, 1n, 0n],
    [1, 2, 2, 2, 5, 6],
  ],
  [
    [9_007_199_254_740_993n, 9_007_199_254_740_992n],
    [1, 2],
  ],
])('VSB-03 places among %p: equal scores share the better one', (scores, places) =>
  expect(scores.map((score) => rankOf(score, scores))).toEqual(places),
)

test('VSB-03 names 1st to 4th Place and no more', () => {
  expect([1, 2, 3, 4, 5, 6].map(placeName)).toEqual(['1st Place', '2nd Place', '3rd Place', '4th Place', '', ''])
})
