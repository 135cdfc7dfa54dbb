import { nameSize } from './NameCard'
import { timeLeft } from './TvScreens'

test.each([
  [600_000, '9:00'],
  [599_001, '9:00'],
  [125_000, '1:05'],
  [60_000, '0:00'],
  [1, '0:00'],
])('a code that ends in %d ms is replaced in %s', (ms, text) => expect(timeLeft(ms)).toBe(text))

describe('a name as large as it fits', () => {
  const screen = { width: 1500, height: 750 }
  test.each([
    ['Bar', 714],
    ['Bar left', 407],
    ['Upstairs by the window', 296],
  ])('%s', (name, px) => expect(nameSize(name, screen)).toBe(px))
  test('a longer name is never larger, and the longest still fits', () => {
    const sizes = [3, 8, 16, 40, 80].map((length) => nameSize('x'.repeat(length), screen))
    expect([...sizes].sort((one, other) => other - one)).toEqual(sizes)
    expect(sizes.at(-1)! * 80 * 0.46).toBeLessThanOrEqual(1500)
  })
})
