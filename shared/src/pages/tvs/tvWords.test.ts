import { whenSeen } from './tvWords'

const now = new Date('2026-11-21T12:00:00')

test.each([
  [true, '2026-11-21T11:59:30', 'Online'],
  [false, null, 'Not seen yet'],
  [false, '2026-11-21T11:59:01', 'Last seen just now'],
  [false, '2026-11-21T11:57:30', 'Last seen 2 min ago'],
  [false, '2026-11-20T23:00:00', 'Last seen yesterday'],
  [
    false,
    '2026-11-12T23:00:00',
    `Last seen ${new Date('2026-11-12').toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}`,
  ],
])('online %j, seen %j: %s', (is_online, last, text) => {
  expect(whenSeen({ is_online, last_seen_at: last && new Date(last).toISOString() }, now)).toBe(text)
})
