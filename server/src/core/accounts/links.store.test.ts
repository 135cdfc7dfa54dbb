import { waitFor } from './links.store'

const minuteMs = 60_000
const now = 100 * 60 * minuteMs
const minutesAgo = (...minutes: number[]) => minutes.map((minute) => now - minute * minuteMs)

test.each([
  ['none', [], 0],
  ['two', [1, 2], 0],
  ['three of this hour', [1, 2, 59], 1],
  ['three at once', [0, 0, 0], 60],
  ['the third an hour ago', [1, 2, 60], 0],
  ['nine of this day', [61, 62, 63, 64, 65, 66, 67, 68, 69], 0],
  ['ten of this day, none of this hour', [61, 120, 180, 240, 300, 360, 420, 480, 540, 1430], 0],
  ['ten of this day, one of this hour', [20, 120, 180, 240, 300, 360, 420, 480, 540, 1430], 40],
  ['ten, the first a day ago, one of this hour', [20, 120, 180, 240, 300, 360, 420, 480, 540, 1440], 0],
  ['ten of this day, three of this hour', [1, 2, 3, 240, 300, 360, 420, 480, 540, 1439], 59],
])('LOG-10 %s', (_title, minutes, waitMinutes) => {
  expect(waitFor(minutesAgo(...minutes), now)).toBe(waitMinutes * minuteMs)
})
