import type { TimeScope } from './scopeText'
import { isOfOneDay, scopeText } from './scopeText'

const scope = (fields: Partial<TimeScope>): TimeScope => ({
  leaderboard_time_type: 'all_time',
  score_start_time: null,
  score_end_time: null,
  last_time_bucket: 'month',
  last_time_count: 7,
  ...fields,
})

const box = (start: string | null, end: string | null) =>
  ({ leaderboard_time_type: 'time_box', score_start_time: start, score_end_time: end }) as const

test.each([
  ['All time', { leaderboard_time_type: 'all_time' }],
  ['This year', { leaderboard_time_type: 'last_calendar', last_time_bucket: 'year' }],
  ['This month', { leaderboard_time_type: 'last_calendar', last_time_bucket: 'month' }],
  ['This week', { leaderboard_time_type: 'last_calendar', last_time_bucket: 'week' }],
  ['Today', { leaderboard_time_type: 'last_calendar', last_time_bucket: 'day' }],
  ['This hour', { leaderboard_time_type: 'last_calendar', last_time_bucket: 'hour' }],
  ['Last 24 hours', { leaderboard_time_type: 'last_rolling', last_time_count: 1 }],
  ['Last 7 days', { leaderboard_time_type: 'last_rolling', last_time_count: 7 }],
  ['Last 36500 days', { leaderboard_time_type: 'last_rolling', last_time_count: 36_500 }],
] as const)('VLB-01 the time scope in words: %s', (words, fields) => expect(scopeText(scope(fields))).toBe(words))

test.each([
  ['From 1 Nov 2026', '2026-11-01T00:00:00Z', null, 'UTC'],
  ['From 31 Oct 2026', '2026-11-01T00:00:00Z', null, 'America/New_York'],
  ['1 Nov – 30 Nov 2026', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', 'UTC'],
  ['1 Nov – 30 Nov 2026', '2026-11-01T00:00:00Z', '2026-11-30T23:59:00Z', 'UTC'],
  ['1 Nov – 29 Nov 2026', '2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z', 'UTC'],
  ['20 Dec 2026 – 6 Jan 2027', '2026-12-20T10:00:00Z', '2027-01-06T18:00:00Z', 'UTC'],
  ['20 Nov 2026', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC'],
  ['20 Nov 2026, 18:00 – 23:00', '2026-11-20T18:00:00Z', '2026-11-20T23:00:00Z', 'UTC'],
  ['20 Nov 2026, 18:00 – 00:00', '2026-11-20T18:00:00Z', '2026-11-21T00:00:00Z', 'UTC'],
  ['25 Oct 2026', '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', 'Europe/London'],
  ['Until 30 Nov 2026', null, '2026-12-01T00:00:00Z', 'UTC'],
  ['All time', null, null, 'UTC'],
  ['All time', 'soon', 'later', 'UTC'],
])('VLB-01 boxed time in words: %s', (words, start, end, zone) =>
  expect(scopeText(scope(box(start, end)), zone)).toBe(words),
)

test.each([
  [false, { leaderboard_time_type: 'all_time' }],
  [true, { leaderboard_time_type: 'last_calendar', last_time_bucket: 'day' }],
  [true, { leaderboard_time_type: 'last_calendar', last_time_bucket: 'hour' }],
  [false, { leaderboard_time_type: 'last_calendar', last_time_bucket: 'week' }],
  [true, { leaderboard_time_type: 'last_rolling', last_time_count: 1 }],
  [false, { leaderboard_time_type: 'last_rolling', last_time_count: 2 }],
  [true, box('2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z')],
  [false, box('2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z')],
  [false, box('2026-11-01T00:00:00Z', null)],
] as const)('MOM-40 of a day at most: %s for %j', (expected, fields) =>
  expect(isOfOneDay(scope(fields))).toBe(expected),
)
