import { shortTime } from './shortTime'

test.each([
  [new Date(2026, 10, 20, 11, 59, 30), 'Just now'],
  [new Date(2026, 10, 20, 11, 58), '2 min ago'],
  [new Date(2026, 10, 20, 0, 5), '00:05'],
  [new Date(2026, 10, 19, 23, 0), 'Yesterday'],
  [new Date(2026, 10, 12, 23, 0), 'Nov 12'],
  [new Date(2025, 10, 12, 23, 0), 'Nov 12, 2025'],
])('%p is %p', (when, text) => expect(shortTime(when, new Date(2026, 10, 20, 12, 0))).toBe(text))
