import { giveUpAfterMs, pauseAfter } from './mailSender'

const minuteMs = 60_000

test.each([
  [1, 1],
  [2, 5],
  [3, 30],
  [4, 120],
  [8, 960],
])('after attempt %i the next one is %i minutes later', (attempts, minutes) => {
  expect(pauseAfter(attempts)).toBe(minutes * minuteMs)
})

test('after about two days there is no further attempt, and nothing older than three is sent at all', () => {
  let attempts = 1
  let elapsedMs = 0
  for (let pause = pauseAfter(attempts); pause !== undefined; pause = pauseAfter(attempts)) {
    elapsedMs += pause
    attempts += 1
  }
  expect(attempts).toBe(9)
  expect(elapsedMs / 86_400_000).toBeCloseTo(2, 0)
  expect(elapsedMs).toBeLessThan(giveUpAfterMs)
})
