import type { LeaderboardScore, LeaderboardScores } from '@multiball/shared/schema'
import { makeLeaderboardScores, makePlayer } from '@multiball/shared/testing'
import { scoreRows as rowsAt } from './scoreRows'

const one = (fields: Partial<LeaderboardScore>): LeaderboardScore => ({
  position: 1,
  score: 1,
  player: null,
  settled_on: '2026-11-20T20:00:00Z',
  ...fields,
})
const later = Date.parse('2027-01-01T00:00:00Z')
const scoreRows = (scores: LeaderboardScores, most: number) => rowsAt(scores, most, later, true)
const state = (...scores: LeaderboardScore[]) => ({ data: [{ scores }], epoch: 'a', seq: 1 })

test.each([
  ['nobody', null, 'Guest'],
  ['a player', makePlayer(), 'Maria Okonkwo'],
  ['one who prefers initials', makePlayer({ prefer_initials: true }), 'MOK'],
  ['one who prefers initials and has none', makePlayer({ prefer_initials: true, initials: '' }), 'Maria Okonkwo'],
  ['one whose name has nothing to see', makePlayer({ cached_display_name: '\u200b', initials: '\u202e' }), 'Guest'],
])('VLB-02 %s is shown by name', (_who, player, name) =>
  expect(scoreRows(state(one({ player })), 10)[0]?.name).toBe(name),
)

test('VLB-02 scores are exact at any size', () => {
  const rows = scoreRows(makeLeaderboardScores('9223372036854775807', 1_003_284_906_530, 0), 10)
  expect(rows.map(({ score }) => score)).toEqual([9_223_372_036_854_775_807n, 1_003_284_906_530n, 0n])
})

test('VLB-02 no more rows than asked for, and none of no list', () => {
  expect(scoreRows(makeLeaderboardScores(3, 2, 1), 2)).toHaveLength(2)
  expect(scoreRows({ data: [], epoch: 'a', seq: 1 }, 10)).toEqual([])
})

test('a score keeps its key wherever it moves and whoever claims it; two equal ones of one game have two', () => {
  const [before] = scoreRows(state(one({ score: 5 })), 10)
  const [, after] = scoreRows(
    state(one({ score: 9, settled_on: '2026-11-21T20:00:00Z' }), one({ score: 5, position: 2, player: makePlayer() })),
    10,
  )
  expect(after?.key).toBe(before?.key)
  const [first, second] = scoreRows(state(one({}), one({ position: 2 })), 10)
  expect(first?.key).not.toBe(second?.key)
})

describe('MOM-40 which rows are new', () => {
  const hoursAgo = (hours: number) => one({ settled_on: new Date(later - hours * 3_600_000).toISOString() })
  const newOnes = (hours: number[], marksNew = true) =>
    rowsAt(state(...hours.map(hoursAgo)), 10, later, marksNew).flatMap(({ isNew }, at) => (isNew ? [at + 1] : []))

  test.each([
    ['those of the last six hours', [5.9, 6, 1, 200], [1, 3]],
    ['the newest three', [2, 5, 1, 3, 99], [1, 3, 4]],
    ['none where all are of this evening', [2, 5, 1], []],
    ['none of a day to come, as a screen’s clock has it that is slow', [-20, 50], []],
    ['none without scores', [], []],
  ])('%s', (_, hours, expected) => expect(newOnes(hours)).toEqual(expected))

  test('none where the board says of none', () => expect(newOnes([1, 50], false)).toEqual([]))
})
