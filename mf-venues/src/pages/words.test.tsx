import { makeGame } from '@multiball/shared/testing'
import { gameLine, gameTime, lastSeen, senderWords } from './words'

const now = new Date(2026, 10, 21, 20, 0, 0)
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

test.each([
  [null, false, 'No data yet'],
  [ago(12), true, 'Last data just now'],
  [ago(44), true, 'Last data just now'],
  [ago(50), false, 'Last data just now'],
  [ago(150), false, 'Last data 2 min ago'],
  [ago(24 * 3600), false, 'Last data yesterday'],
])('a machine heard at %s', (at, isHere, words) => expect(lastSeen(at, now)).toEqual({ isHere, words }))

test.each([
  [0, 'Just now'],
  [150, '2 min ago'],
  [3 * 3600, '17:00'],
  [24 * 3600, 'Yesterday, 20:00'],
  [20.25 * 3600, 'Yesterday, 23:45'],
  [8 * 24 * 3600, `${new Date(2026, 10, 13).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, 20:00`],
])('a game that ended %d s ago ended %s', (seconds, words) => {
  expect(gameTime(new Date(ago(seconds)), now)).toBe(words)
})

test.each([
  [false, false, 'Not connected'],
  [true, false, 'Device paired'],
  [false, true, 'Device key'],
  [true, true, 'Device and key'],
])('device %s and key %s are told as %s', (has_device, has_key, words) =>
  expect(senderWords({ has_device, has_key })).toBe(words),
)

test.each([
  [undefined, 'No game yet'],
  [makeGame([77_000, 5], { current_ball: 2 }), 'Ball 2 · 77,000 · 5'],
  [makeGame([5], { current_ball: null }), 'Playing · 5'],
  [makeGame(['9223372036854775807'], { settled_on: '2026-01-01T00:00:00Z' }), 'Game over · 9,223,372,036,854,775,807'],
])('a game in one line', (game, line) => expect(gameLine(game)).toBe(line))
