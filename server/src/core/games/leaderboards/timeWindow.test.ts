import type { TimeBucket, TimeSettings } from './timeWindow'
import { timeWindow } from './timeWindow'
import { clockAt } from './zoneClock'

const at = (text: string) => Date.parse(text)
const shown = ({ from, until, nextChange }: ReturnType<typeof timeWindow>) =>
  [from, until, nextChange].map((instant) =>
    instant === undefined ? null : new Date(instant).toISOString().replace(':00.000Z', 'Z'),
  )

test.each<[string, TimeSettings, string, (string | null)[]]>([
  ['all time has no bounds', { type: 'all_time' }, '2026-06-17T15:30Z', [null, null, null]],
  [
    'a box before its start',
    { type: 'time_box', start: at('2026-07-01T00:00Z'), end: at('2026-08-01T00:00Z') },
    '2026-06-17T15:30Z',
    ['2026-07-01T00:00Z', '2026-08-01T00:00Z', null],
  ],
  [
    'a box after its end',
    { type: 'time_box', start: at('2026-07-01T00:00Z'), end: at('2026-08-01T00:00Z') },
    '2027-01-01T00:00Z',
    ['2026-07-01T00:00Z', '2026-08-01T00:00Z', null],
  ],
  [
    'a box without an end',
    { type: 'time_box', start: at('2026-07-01T00:00Z'), end: null },
    '2026-07-02T00:00Z',
    ['2026-07-01T00:00Z', null, null],
  ],
  [
    'a rolling day leaves out what is a whole day old',
    { type: 'last_rolling', days: 1 },
    '2026-06-17T15:30Z',
    ['2026-06-16T15:30:00.001Z', null, null],
  ],
  [
    'rolling days have 24 hours whatever clocks do',
    { type: 'last_rolling', days: 7 },
    '2026-03-30T12:00Z',
    ['2026-03-23T12:00:00.001Z', null, null],
  ],
  [
    'as many rolling days as can be set',
    { type: 'last_rolling', days: 36_500 },
    '2026-06-17T15:30Z',
    ['1926-07-12T15:30:00.001Z', null, null],
  ],
])('LB-02 %s', (_title, settings, now, expected) => {
  expect(shown(timeWindow(settings, at(now)))).toEqual(expected)
})

/** bucket, zone, now, first instant that counts, first that no longer does */
test.each<[string, TimeBucket, string | null, string, string, string]>([
  ['a year', 'year', null, '2026-06-17T15:30Z', '2026-01-01T00:00Z', '2027-01-01T00:00Z'],
  ['a leap year on its last day', 'year', 'UTC', '2028-12-31T23:59:59.999Z', '2028-01-01T00:00Z', '2029-01-01T00:00Z'],
  [
    'a year that began the evening before',
    'year',
    'Pacific/Kiritimati',
    '2026-12-31T10:00Z',
    '2026-12-31T10:00Z',
    '2027-12-31T10:00Z',
  ],
  [
    'a year that is last year elsewhere',
    'year',
    'America/New_York',
    '2027-01-01T04:59:59Z',
    '2026-01-01T05:00Z',
    '2027-01-01T05:00Z',
  ],
  [
    'a year of the southern summer',
    'year',
    'Australia/Sydney',
    '2026-06-17T15:30Z',
    '2025-12-31T13:00Z',
    '2026-12-31T13:00Z',
  ],
  ['a month', 'month', null, '2026-06-30T23:59:59.999Z', '2026-06-01T00:00Z', '2026-07-01T00:00Z'],
  ['a leap February', 'month', null, '2028-02-29T12:00Z', '2028-02-01T00:00Z', '2028-03-01T00:00Z'],
  ['December', 'month', 'Asia/Tokyo', '2026-12-01T00:00Z', '2026-11-30T15:00Z', '2026-12-31T15:00Z'],
  ['a month an hour short', 'month', 'Europe/Zurich', '2026-03-15T12:00Z', '2026-02-28T23:00Z', '2026-03-31T22:00Z'],
  [
    'a month an hour longer',
    'month',
    'America/New_York',
    '2026-11-15T12:00Z',
    '2026-11-01T04:00Z',
    '2026-12-01T05:00Z',
  ],
  ['a week on its Monday', 'week', null, '2026-06-15T00:00Z', '2026-06-15T00:00Z', '2026-06-22T00:00Z'],
  ['a week on its Sunday', 'week', null, '2026-06-21T23:59:59.999Z', '2026-06-15T00:00Z', '2026-06-22T00:00Z'],
  ['a week over the new year', 'week', null, '2027-01-02T12:00Z', '2026-12-28T00:00Z', '2027-01-04T00:00Z'],
  [
    'Monday already, in a zone ahead',
    'week',
    'Asia/Kolkata',
    '2026-06-14T18:30Z',
    '2026-06-14T18:30Z',
    '2026-06-21T18:30Z',
  ],
  [
    'Sunday still, in a zone behind',
    'week',
    'Pacific/Honolulu',
    '2026-06-15T09:59Z',
    '2026-06-08T10:00Z',
    '2026-06-15T10:00Z',
  ],
  ['a week of 167 hours', 'week', 'Europe/Zurich', '2026-03-29T12:00Z', '2026-03-22T23:00Z', '2026-03-29T22:00Z'],
  ['a week of 169 hours', 'week', 'Europe/Zurich', '2026-10-25T12:00Z', '2026-10-18T22:00Z', '2026-10-25T23:00Z'],
  ['a day', 'day', null, '2026-06-17T15:30Z', '2026-06-17T00:00Z', '2026-06-18T00:00Z'],
  ['a day before 1970', 'day', null, '1969-12-31T23:59:59.500Z', '1969-12-31T00:00Z', '1970-01-01T00:00Z'],
  [
    'a day in a zone of half hours',
    'day',
    'Asia/Kolkata',
    '2026-06-17T18:29:59Z',
    '2026-06-16T18:30Z',
    '2026-06-17T18:30Z',
  ],
  [
    'a day in a zone of quarter hours',
    'day',
    'Asia/Kathmandu',
    '2026-06-17T18:15Z',
    '2026-06-17T18:15Z',
    '2026-06-18T18:15Z',
  ],
  [
    'a day of 23 hours, before the change',
    'day',
    'Europe/Zurich',
    '2026-03-28T23:30Z',
    '2026-03-28T23:00Z',
    '2026-03-29T22:00Z',
  ],
  [
    'a day of 23 hours, after it',
    'day',
    'Europe/Zurich',
    '2026-03-29T12:00Z',
    '2026-03-28T23:00Z',
    '2026-03-29T22:00Z',
  ],
  [
    'a day of 25 hours, before the change',
    'day',
    'Europe/Zurich',
    '2026-10-24T22:30Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ],
  [
    'a day of 25 hours, after it',
    'day',
    'Europe/Zurich',
    '2026-10-25T22:30Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ],
  [
    'a day that begins at 1:00',
    'day',
    'America/Santiago',
    '2026-09-06T04:00Z',
    '2026-09-06T04:00Z',
    '2026-09-07T03:00Z',
  ],
  [
    'the day before one that begins at 1:00',
    'day',
    'America/Santiago',
    '2026-09-06T03:59:59Z',
    '2026-09-05T04:00Z',
    '2026-09-06T04:00Z',
  ],
  [
    'a day whose last hour comes twice',
    'day',
    'America/Santiago',
    '2026-04-05T03:30Z',
    '2026-04-04T03:00Z',
    '2026-04-05T04:00Z',
  ],
  [
    'a month whose 1st begins at 1:00',
    'month',
    'America/Asuncion',
    '2017-10-15T12:00Z',
    '2017-10-01T04:00Z',
    '2017-11-01T03:00Z',
  ],
  [
    'a day that begins at 1:00, east of Greenwich',
    'day',
    'Asia/Beirut',
    '2026-03-28T22:00Z',
    '2026-03-28T22:00Z',
    '2026-03-29T21:00Z',
  ],
  [
    'a day whose last hour comes twice, east of Greenwich',
    'day',
    'Asia/Beirut',
    '2026-10-24T21:30Z',
    '2026-10-23T21:00Z',
    '2026-10-24T22:00Z',
  ],
  ['a day without its last hour', 'day', 'America/Nuuk', '2026-03-29T00:30Z', '2026-03-28T02:00Z', '2026-03-29T01:00Z'],
  [
    'the first of two midnights',
    'day',
    'America/Havana',
    '2026-11-01T04:30Z',
    '2026-11-01T04:00Z',
    '2026-11-02T05:00Z',
  ],
  [
    'the second of two midnights',
    'day',
    'America/Havana',
    '2026-11-01T05:30Z',
    '2026-11-01T04:00Z',
    '2026-11-02T05:00Z',
  ],
  [
    'two midnights around that of Greenwich',
    'day',
    'Atlantic/Azores',
    '2026-10-25T00:30Z',
    '2026-10-25T00:00Z',
    '2026-10-26T01:00Z',
  ],
  [
    'a day of 24 and a half hours',
    'day',
    'Australia/Lord_Howe',
    '2026-04-05T00:00Z',
    '2026-04-04T13:00Z',
    '2026-04-05T13:30Z',
  ],
  [
    'a day of 23 and a half hours',
    'day',
    'Australia/Lord_Howe',
    '2026-10-04T00:00Z',
    '2026-10-03T13:30Z',
    '2026-10-04T13:00Z',
  ],
  [
    'a day after one that was left out',
    'day',
    'Pacific/Apia',
    '2011-12-30T12:00Z',
    '2011-12-30T10:00Z',
    '2011-12-31T10:00Z',
  ],
  ['an hour', 'hour', null, '2026-06-17T15:59:59.999Z', '2026-06-17T15:00Z', '2026-06-17T16:00Z'],
  ['an hour before 1970', 'hour', null, '1969-12-31T23:59:59.500Z', '1969-12-31T23:00Z', '1970-01-01T00:00Z'],
  [
    'an hour in a zone of half hours',
    'hour',
    'Asia/Kolkata',
    '2026-06-17T15:31Z',
    '2026-06-17T15:30Z',
    '2026-06-17T16:30Z',
  ],
  [
    'an hour in a zone of quarter hours',
    'hour',
    'Asia/Kathmandu',
    '2026-06-17T10:20Z',
    '2026-06-17T10:15Z',
    '2026-06-17T11:15Z',
  ],
  [
    'the hour before the one that is left out',
    'hour',
    'America/New_York',
    '2026-03-08T06:59Z',
    '2026-03-08T06:00Z',
    '2026-03-08T07:00Z',
  ],
  [
    'the hour after the one that is left out',
    'hour',
    'America/New_York',
    '2026-03-08T07:10Z',
    '2026-03-08T07:00Z',
    '2026-03-08T08:00Z',
  ],
  [
    'an hour that comes twice, the first time',
    'hour',
    'Europe/Zurich',
    '2026-10-25T00:30Z',
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
  ],
  [
    'an hour that comes twice, the second time',
    'hour',
    'Europe/Zurich',
    '2026-10-25T01:30Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
  ],
  [
    'an hour of which one half comes twice, before',
    'hour',
    'Australia/Lord_Howe',
    '2026-04-04T14:45Z',
    '2026-04-04T14:00Z',
    '2026-04-04T15:00Z',
  ],
  [
    'an hour of which one half comes twice, after',
    'hour',
    'Australia/Lord_Howe',
    '2026-04-04T15:15Z',
    '2026-04-04T14:30Z',
    '2026-04-04T15:30Z',
  ],
])('LB-02 last calendar: %s', (_title, bucket, zone, now, from, until) => {
  expect(shown(timeWindow({ type: 'last_calendar', bucket, zone }, at(now)))).toEqual([from, until, until])
})

const dateAt = (zone: string, instant: number) => Math.floor(clockAt(zone, instant) / 86_400_000)

test.each([
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'America/St_Johns',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
])('LB-02 in %s each instant of a year is in the one day that its date names', (zone) => {
  const dayOf = (now: number) =>
    timeWindow({ type: 'last_calendar', bucket: 'day', zone }, now) as {
      from: number
      until: number
      nextChange: number
    }
  let wrong: string | undefined
  for (
    let { from, until } = dayOf(at('2026-01-01T00:00Z'));
    !wrong && from < at('2027-01-01T00:00Z');
    { from, until } = dayOf(until)
  ) {
    const dates = [from - 1, from, until - 1, until].map((instant) => dateAt(zone, instant) - dateAt(zone, from))
    const aroundAChange =
      until - from === 86_400_000 ? [] : [from, from + 1, from + 3_000_000, until - 3_000_000, until - 1]
    const isOne = [from + 43_200_000, ...aroundAChange]
      .map(dayOf)
      .every((day) => day.from === from && day.until === until && day.nextChange === until)
    if (!isOne || dates.join() !== '-1,0,0,1')
      wrong = `${new Date(from).toISOString()} to ${new Date(until).toISOString()}: ${dates}`
  }
  expect(wrong).toBeUndefined()
})

test('a zone that does not exist is refused', () => {
  expect(() =>
    timeWindow({ type: 'last_calendar', bucket: 'day', zone: 'Mars/Olympus_Mons' }, at('2026-06-17T15:30Z')),
  ).toThrow(RangeError)
})

test('however a zone is spelled, what tells its time is made once: anybody may name one in any spelling', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat')
  const spellings = Array.from({ length: 64 }, (_, number) =>
    [...'Asia/Dushanbe']
      .map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  )
  expect(new Set(spellings).size).toBe(32)
  const clocks = spellings.map((zone) => clockAt(zone, at('2026-06-17T15:30Z')))
  expect(new Set(clocks)).toEqual(new Set([at('2026-06-17T20:30Z')]))
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})
