import { instantOf, localTimeOf } from './localTime'

test.each(['2026-11-01T18:30:00.000Z', '2026-03-29T00:30:00.000Z', '2026-10-25T23:59:00.000Z', '1999-12-31T23:00:00.000Z'])(
  'what the fields show of %s means the same moment',
  (instant) => expect(instantOf(localTimeOf(instant))).toBe(instant),
)

test('a date without a time is its first moment', () => {
  expect(instantOf({ date: '2026-11-01', time: '' })).toBe(instantOf({ date: '2026-11-01', time: '00:00' }))
})

test.each([
  { date: '', time: '' },
  { date: '', time: '18:00' },
  { date: '2026-13-01', time: '18:00' },
])('no moment: %j', (typed) => expect(instantOf(typed)).toBeNull())

test.each([null, 'soon', '+012026-01-01T00:00:00Z'])('nothing to show of %j', (instant) => expect(localTimeOf(instant)).toEqual({ date: '', time: '' }))
