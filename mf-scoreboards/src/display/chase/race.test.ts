import type { Chase } from '@multiball/shared/schema'
import { aGame } from '../samples'
import { passedOf, raceOf, recordName, wordsAt } from './race'

const chase: Chase = { of: 'all_time', score: 1000, player: null, settled_on: '2026-11-01T20:00:00Z' }
const now = () => undefined
const own = { settled_on: chase.settled_on }

test.each([
  ['less than half of it', [499], {}, 'far', 1],
  ['half of it', [500], {}, 'near', 1],
  ['its equal, which does not pass: the earlier holds', [1000], {}, 'near', 1],
  ['more than it', [1001], {}, 'passed', 1],
  ['far behind another, who is not up', [10, 900], { current_player: 1 }, 'far', 1],
  ['up beside one who is far behind', [10, 900], { current_player: 2 }, 'near', 2],
  ['the highest, where no player is up', [10, 900], { current_player: null }, 'near', 2],
  ['behind one who is past it', [10, 1001], { current_player: 1 }, 'passed', 2],
  ['past it behind another: the highest counts', [1001, 2000, 1500], { current_player: 1 }, 'passed', 2],
  ['over, and no record: that of others stands', [2000], { settled_on: '2026-11-20T21:42:00Z' }, 'far', 0],
  ['over, and the record itself', [10, 1000], own, 'made', 2],
])('CHA-02 a game that is %s', (_what, scores, more, step, slot) => {
  expect(raceOf(chase, aGame(scores, more), now)).toEqual({ step, slot })
})

test('CHA-02 the numbers on show decide, and not those that they count to', () => {
  const shown = (score: bigint) => (slot: number) => (slot === 1 ? score : undefined)
  expect(raceOf(chase, aGame([1200]), shown(1000n)).step).toBe('near')
  expect(raceOf(chase, aGame([1200]), shown(1001n)).step).toBe('passed')
  expect(raceOf(chase, aGame([1000], own), shown(999n)).step).toBe('near')
  expect(passedOf(chase, aGame([1200, 1300]), shown(1000n))).toEqual([2])
})

test.each([
  ['who are past it', [1001, 1000, 2000], {}, [1, 3]],
  ['who has made it', [10, 1000], own, [2]],
  ['none of a game that does not count', [1000], { settled_on: '2026-11-20T21:42:00Z' }, []],
])('CHA-05 %s', (_who, scores, more, slots) => {
  expect(passedOf(chase, aGame(scores, more), now)).toEqual(slots)
})

test('CHA-01 what it is called', () => {
  const of = (of: Chase['of'], title?: string) => recordName({ ...chase, of, title })
  expect([of('all_time'), of('month'), of('day'), of('leaderboard', 'Friday  League')]).toEqual([
    'House record',
    'Best of the month',
    'Best of the day',
    'Best of Friday League',
  ])
  expect(wordsAt('passed', chase)).toEqual({ name: 'House record', after: 'passed' })
  expect(wordsAt('made', { ...chase, of: 'day' })).toEqual({ name: 'New best of the day', after: '' })
})
