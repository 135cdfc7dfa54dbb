import type { TimelinePoint } from '@multiball/shared/schema'
import { playTime, slotsOf, timelineColumns } from './timeline'
import { ballsOf, turnsOf } from './turns'

const point = (
  at: number,
  player: number | null,
  ball: number | null,
  scores: TimelinePoint['scores'],
  modes: string[] = [],
): TimelinePoint => ({ at, player, ball, scores, modes })

test.each([
  [0, '0:00'],
  [7_400, '0:07'],
  [245_000, '4:05'],
  [3_723_000, '1:02:03'],
  [-5, '0:00'],
])('%d ms into a game: %s', (ms, text) => {
  expect(playTime(ms)).toBe(text)
})

const twoPlayers = [
  point(0, 1, 1, [0]),
  point(5_000, 1, 1, [1_000], ['MB{red}:Multiball']),
  point(9_000, 1, 1, [3_000, 0], ['MB{red}:Multiball', 'NA:Bonus']),
  // The bonus of the first ball comes with the second player's turn.
  point(10_000, 2, 1, [3_500, 0]),
  point(20_000, 2, 1, [3_500, '9007199254740993']),
  point(21_000, 1, 2, [3_500, '9007199254740993']),
  point(30_000, null, null, [4_000, '9007199254740993']),
]

test('the turns of a game: what each brought, bonus included, every digit of it', () => {
  expect(turnsOf(twoPlayers)).toEqual([
    {
      player: 1,
      ball: 1,
      from: 0,
      to: 10_000,
      gained: 3_500n,
      score: 3_500n,
      modes: ['MB{red}:Multiball', 'NA:Bonus'],
    },
    { player: 2, ball: 1, from: 10_000, to: 21_000, gained: 9007199254740993n, score: 9007199254740993n, modes: [] },
    { player: 1, ball: 2, from: 21_000, to: 30_000, gained: 500n, score: 4_000n, modes: [] },
  ])
  expect(ballsOf(turnsOf(twoPlayers)).map(({ ball, turns }) => [ball, turns.map(({ player }) => player)])).toEqual([
    [1, [1, 2]],
    [2, [1]],
  ])
})

test.each<[what: string, points: TimelinePoint[], turns: object[]]>([
  ['nobody says who is up', [point(0, null, null, [0]), point(1, null, null, [5])], []],
  ['the player alone is said', [point(0, 1, null, [0])], []],
  [
    'a machine for one says the ball alone',
    [point(0, null, 1, [0]), point(9, null, 2, [5])],
    [
      { player: 1, ball: 1, gained: 5n },
      { player: 1, ball: 2, gained: 0n },
    ],
  ],
  ['it was not followed from the start', [point(0, 1, 2, [700]), point(9, 1, 2, [900])], [{ ball: 2, gained: 900n }]],
  [
    'points are taken back',
    [point(0, 1, 1, [100]), point(5, 1, 2, [100]), point(9, 1, 2, [60])],
    [{ gained: 100n }, { gained: -40n }],
  ],
  ['an extra ball', [point(0, 1, 1, [0]), point(5, 1, 1, [50]), point(9, 1, 1, [70])], [{ ball: 1, gained: 70n }]],
])('turns where %s', (_what, points, turns) => {
  expect(turnsOf(points)).toEqual(turns.map((turn) => expect.objectContaining(turn)))
})

test('the columns of the chart: seconds, then who ever played', () => {
  const points = [point(0, 1, 1, [0, null, 5]), point(1_500, 1, 1, ['9007199254740993', null, 7])]
  expect(slotsOf(points)).toEqual([1, 3])
  expect(timelineColumns(points, [1, 3])).toEqual([
    [0, 1.5],
    [0, 9007199254740992],
    [5, 7],
  ])
  expect(slotsOf([])).toEqual([])
})
