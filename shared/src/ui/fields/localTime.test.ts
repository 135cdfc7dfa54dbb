import { instantOf, localTimeOf, pastedTime } from './localTime'

test.each([
  '2026-11-01T18:30:00.000Z',
  '2026-03-29T00:30:00.000Z',
  '2026-10-25T23:59:00.000Z',
  '1999-12-31T23:00:00.000Z',
])('what the fields show of %s means the same moment', (instant) =>
  expect(instantOf(localTimeOf(instant))).toBe(instant),
)

test('a date without a time is its first moment', () => {
  expect(instantOf({ date: '2026-11-01', time: '' })).toBe(instantOf({ date: '2026-11-01', time: '00:00' }))
})

test.each([
  { date: '', time: '' },
  { date: '', time: '18:00' },
  { date: '2026-13-01', time: '18:00' },
])('no moment: %j', (typed) => expect(instantOf(typed)).toBeNull())

test.each([null, 'soon', '+012026-01-01T00:00:00Z'])('nothing to show of %j', (instant) =>
  expect(localTimeOf(instant)).toEqual({ date: '', time: '' }),
)

test.each([
  ['2026-11-01', '2026-11-01', ''],
  [' 2026-11-01T18:30 ', '2026-11-01', '18:30'],
  ['2026-11-01 18:30:59', '2026-11-01', '18:30'],
  ['1.11.2026', '2026-11-01', ''],
  ['01. 11. 2026, 9:05', '2026-11-01', '09:05'],
  ['1 Nov 2026', '2026-11-01', ''],
  ['November 1, 2026 18:30', '2026-11-01', '18:30'],
])('pasted %j is %s %s', (text, date, time) => expect(pastedTime(text)).toEqual({ date, time }))

test('a pasted moment with a zone is shown in the browser’s', () => {
  expect(pastedTime('2026-11-01T18:30:00Z')).toEqual(localTimeOf('2026-11-01T18:30:00.000Z'))
})

test.each(['', 'next Tuesday', '01/11/2026', '2026-13-01', '31.31.2026', 'Table 4', '2026'])(
  'pasted %j is no moment',
  (text) => expect(pastedTime(text)).toBeUndefined(),
)
