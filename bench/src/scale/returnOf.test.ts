import { returnOf } from './faults.bench'

const lossesOf = (...losses: [lostAt: number, backAt: number][]) => [
  { losses: losses.map(([lostAt, backAt]) => ({ lostAt, backAt })) },
]

describe('how the viewers of a killed server came back', () => {
  it.each([
    ['a third of them in the fullest second', lossesOf([1_100, 5_100], [1_200, 6_200], [1_300, 7_300]), 1 / 3, 3],
    ['those that knew late, in a busy crowd', lossesOf([9_000, 15_000], [9_500, 15_900]), 1, 2],
    [
      'not those that an earlier or a later fault cut off',
      lossesOf([900, 5_000], [31_000, 40_000], [1_100, 5_100]),
      1,
      1,
    ],
    ['nobody was cut off, so nothing is known', lossesOf(), 0, Infinity],
  ])('%s', (_what, seen, share, fewest) => {
    expect(returnOf(seen, [{ at: 1_000, until: 31_000 }])).toMatchObject({ share, fewest })
  })
})
