import { timeOfDay } from './clock'

const now = new Date(2026, 10, 20, 21, 42).getTime()

test.each([
  ['the same minute', new Date(2026, 10, 20, 21, 42), '21:42'],
  ['the first minute of today', new Date(2026, 10, 20, 0, 0), '00:00'],
  ['the last minute of yesterday', new Date(2026, 10, 19, 23, 59), '19 Nov, 23:59'],
  ['a day of one digit', new Date(2026, 10, 5, 9, 7), '5 Nov, 09:07'],
  ['the same day of another year', new Date(2025, 10, 20, 21, 42), '20 Nov, 21:42'],
])('an older state says its day: %s', (_which, moment, text) => expect(timeOfDay(moment.getTime(), now)).toBe(text))

test.each(Array.from({ length: 12 }, (_, month) => month))(
  'months are written as Intl writes them for en-GB: %p',
  (month) => {
    const moment = new Date(2024, month, 29, month * 2, 5)
    const written = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(moment)
    expect(timeOfDay(moment.getTime(), now)).toBe(written)
  },
)
