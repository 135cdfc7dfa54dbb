import { makeMoment } from '@multiball/shared/testing'
import type { Moment } from '@multiball/shared/schema'
import { remember, showingAt, type Showing } from './queue'

const toldMs = Date.parse('2026-11-29T20:00:00Z')

const moment = (kind: string, game: number, more: Partial<Moment> = {}) =>
  makeMoment({ id: `${kind}:${game}`, kind, game, told_on: new Date(toldMs).toISOString(), ...more })

/** A page; `at` answers what it shows so many seconds after the moments were told. */
function page() {
  const begun = new Map<string, Pick<Moment, 'game' | 'position'> & { at: number }>()
  const screen = () => {
    let showing: Showing | undefined
    return (seconds: number, ...moments: Moment[]) => {
      showing = showingAt(showing, moments, begun, toldMs + seconds * 1000)
      if (showing) remember(begun, showing)
      return showing?.moment.id
    }
  }
  return { at: screen(), otherScreen: screen }
}

const house = moment('venue_record', 1)
const month = moment('month_record', 2)
const best = moment('personal_best', 3)
const first = moment('first_game', 4, { position: null, score: null, player: null })

test('MOM-30 each has six seconds, one after the other, the greatest first, and none comes twice', () => {
  const { at } = page()
  const all = [first, best, month, house]
  expect(at(0, ...all)).toBe(house.id)
  expect(at(5.9, ...all)).toBe(house.id)
  expect(at(6, ...all)).toBe(month.id)
  expect(at(12, ...all)).toBe(best.id)
  // The server names none of them for longer than 15 seconds.
  expect(at(15)).toBe(best.id)
  expect(at(18)).toBeUndefined()
  expect(at(19, ...all)).toBe(first.id)
  expect(at(25, ...all)).toBeUndefined()
})

test('MOM-30 a greater one ends a strip, but no takeover', () => {
  const { at } = page()
  expect(at(0, best)).toBe(best.id)
  expect(at(1, month, best)).toBe(month.id)
  expect(at(2, house, month, best)).toBe(month.id)
  expect(at(7, house, month, best)).toBe(house.id)
  expect(at(13, house, month, best)).toBeUndefined()
})

test('MOM-31 a corrected one goes on under its new names, one that is withdrawn ends at once', () => {
  const { at } = page()
  expect(at(0, house)).toBe(house.id)
  let showing = showingAt(undefined, [house], new Map(), toldMs)
  const corrected = { ...house, place: house.place + 1, state: 'corrected' as const }
  showing = showingAt(showing, [corrected], new Map(), toldMs + 1000)
  expect(showing).toMatchObject({ moment: corrected, beganAt: toldMs })
  expect(at(2, { ...house, state: 'withdrawn', score: null, player: null })).toBeUndefined()
})

test('MOM-30 what has begun on one screen of the page goes on at the same place on the next, and begins there never', () => {
  const { at, otherScreen } = page()
  at(0, house)
  const next = otherScreen()
  expect(next(4, house)).toBe(house.id)
  expect(next(6, house)).toBeUndefined()
})

test('MOM-30 a score is told once, by the greatest of its moments', () => {
  const { at } = page()
  const same = [moment('personal_best', 1), moment('first_game', 1, { position: null, score: null })]
  expect(at(0, house, ...same)).toBe(house.id)
  expect(at(6, house, ...same)).toBeUndefined()
  const other = moment('personal_best', 1, { id: 'personal_best:1:3', position: 3 })
  expect(at(7, house, other)).toBe(other.id)
})

test('MOM-30 a kind that this page does not know is not shown', () =>
  expect(page().at(0, moment('comet_seen', 9))).toBeUndefined())
