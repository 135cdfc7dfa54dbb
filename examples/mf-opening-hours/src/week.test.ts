import * as v from 'valibot'
import { settings as Settings } from './settings'
import { openNow, timeText, tonight, weekFrom } from './week'

const settings = v.parse(Settings, {
  thursday: '17:00-00:00',
  friday: '17:00-03:00',
  saturday: '14:00-03:00',
  special_days: [{ date: '2026-12-25', hours: '', note: 'Christmas' }],
  tonight: [
    { time: '00:30', text: 'Last orders' },
    { time: '20:00', text: 'Matchplay' },
    { time: '18:00', text: 'Happy hour' },
  ],
})
/** November 2026, whose 20th is a Friday, by the screen's clock. */
const november = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes)

test.each([
  ['Friday afternoon', november(20, 16, 59), false, 'Opens at 17:00'],
  ['Friday evening', november(20, 17), true, 'Open until 03:00'],
  ['the night after it', november(21, 2, 59), true, 'Open until 03:00'],
  ['Saturday morning', november(21, 3), false, 'Opens at 14:00'],
  ['Thursday’s last minute', november(19, 23, 59), true, 'Open until 00:00'],
  ['Wednesday', november(18, 12), false, 'Opens tomorrow at 17:00'],
  ['Sunday', november(22, 12), false, 'Opens Thursday at 17:00'],
  ['a special day that is closed', new Date(2026, 11, 25, 20), false, 'Opens tomorrow at 14:00'],
])('%s', (_when, now, isOpen, text) => {
  expect(openNow(settings, now)).toEqual({ isOpen, text })
})

test('without any hours it is closed, and says no more', () => {
  expect(openNow(v.parse(Settings, {}), november(20, 18)).text).toBe('Closed')
})

test('times of a 12-hour clock', () => {
  expect(['17:00', '05:30', '00:00', '12:15'].map((time) => timeText(time, false))).toEqual([
    '5 pm',
    '5.30 am',
    '12 am',
    '12.15 pm',
  ])
  expect(openNow({ ...settings, has_24_hours: false }, november(20, 18)).text).toBe('Open until 3 am')
})

test('the week begins today, and a special day stands in the place of its weekday', () => {
  const week = weekFrom(settings, new Date(2026, 11, 24))
  expect(week.map(({ name }) => name)).toEqual([
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
    'Monday',
    'Tuesday',
    'Wednesday',
  ])
  expect(week[1]).toMatchObject({ hours: '', note: 'Christmas' })
})

test.each([
  [november(20, 17), ['next', 'later', 'later']],
  [november(20, 19), ['now', 'next', 'later']],
  [november(20, 23), ['over', 'now', 'next']],
  [november(21, 0, 30), ['over', 'over', 'now']],
])('the programme at %s: in its order, past midnight too', (now, phases) => {
  const items = tonight(settings, now)
  expect(items.map(({ text }) => text)).toEqual(['Happy hour', 'Matchplay', 'Last orders'])
  expect(items.map(({ phase }) => phase)).toEqual(phases)
})
