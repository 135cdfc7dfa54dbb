import { bannerAt, gameOverBanner, nextBannerAt, sightModes } from './banner'

const at = (sightings: ReturnType<typeof sightModes>, ms: number) => bannerAt(sightings, ms).text

test('VSB-05 the default banner is GAME ON in green', () => {
  expect(bannerAt(sightModes(undefined, [], 0), 5000)).toEqual({ text: 'GAME ON', color: 'green', isNew: false })
  expect(bannerAt(sightModes(undefined, ['ZZ:hidden'], 0), 5000).text).toBe('GAME ON')
})

test('VSB-07 modes that were there at first sight rotate every second', () => {
  const sightings = sightModes(undefined, ['NA:one', 'NA:two', 'NA:three'], 60_000)
  expect([60_000, 60_999, 61_000, 62_000, 63_000].map((ms) => at(sightings, ms))).toEqual([
    'one',
    'one',
    'two',
    'three',
    'one',
  ])
  expect(bannerAt(sightings, 60_000).isNew).toBe(false)
})

test('VSB-07 a newly appeared mode is shown alone for 3 s, then all rotate', () => {
  const before = sightModes(undefined, ['NA:one', 'NA:two'], 60_000)
  const after = sightModes(before, ['NA:one', 'MB:new', 'NA:two'], 60_400)
  expect([60_400, 61_500, 63_399].map((ms) => at(after, ms))).toEqual(['new', 'new', 'new'])
  expect(bannerAt(after, 60_400)).toEqual({ text: 'new', color: 'green', isNew: true })
  // Each for a whole second, the new one not at once again.
  expect([63_400, 64_399, 64_400, 65_400, 66_400].map((ms) => at(after, ms))).toEqual([
    'two',
    'two',
    'one',
    'new',
    'two',
  ])
})

test('VSB-07 of two new modes the later one is shown; one that went and came back is new again', () => {
  const first = sightModes([], ['NA:one'], 10_000)
  const second = sightModes(first, ['NA:one', 'NA:two'], 11_000)
  expect(at(second, 11_500)).toBe('two')
  expect(bannerAt(sightModes(second, ['NA:two'], 20_000), 20_000).isNew).toBe(false)
  const back = sightModes(sightModes(second, ['NA:two'], 20_000), ['NA:two', 'NA:one'], 21_000)
  expect(bannerAt(back, 22_000)).toMatchObject({ text: 'one', isNew: true })
})

test('VSB-07 the next change is known, so that one timer is enough', () => {
  const rotating = sightModes(undefined, ['NA:one', 'NA:two'], 0)
  expect(nextBannerAt(rotating, 60_250)).toBe(61_000)
  expect(nextBannerAt(rotating, 61_000)).toBe(62_000)
  const renewed = sightModes(rotating, ['NA:one', 'NA:two', 'NA:x'], 60_400)
  expect([60_500, 63_400, 63_900, 64_400].map((ms) => nextBannerAt(renewed, ms))).toEqual([
    63_400, 64_400, 64_400, 65_400,
  ])
  expect(nextBannerAt(sightModes(undefined, ['NA:one'], 0), 60_250)).toBeUndefined()
})

test('VSB-07 modes go on in turn when the screen’s clock is put back', () => {
  const sightings = sightModes(
    sightModes(undefined, ['NA:one', 'NA:two'], 3_600_000),
    ['NA:one', 'NA:two', 'MB:new'],
    3_600_400,
  )
  expect([60_000, 61_000, 62_000].map((ms) => at(sightings, ms))).toEqual(['one', 'two', 'new'])
  expect(bannerAt(sightings, 60_000).isNew).toBe(false)
  expect(nextBannerAt(sightings, 60_250)).toBe(61_000)
})

test('VSB-07 400 modes each get their second', () => {
  const modes = Array.from({ length: 400 }, (_, index) => `NA:m${index}`)
  const sightings = sightModes(undefined, modes, 0)
  expect(new Set(modes.map((_, second) => at(sightings, second * 1000))).size).toBe(400)
})

describe('VSB-04 the banner of a game that is over', () => {
  test.each([
    ["Dragon's Keep", null, [19n], 'GAME OVER', 'amber'],
    ["Dragon's Keep", 'Moon Miner', [19n], 'GAME OVER', 'amber'],
    ['Moon Miner', 'Moon Miner', [5n, 19n, 8n], 'YOU WIN', 'green'],
    ['moon miner ', 'Moon Miner', [19n, 20n], 'YOU FAILED', 'red'],
    ['Moon Miner', 'Moon Miner', [9_999_999_999_999_999_999n], 'YOU WIN', 'green'],
    ['Moon Miner', 'Moon Miner', [], 'YOU FAILED', 'red'],
    ['', '', [9n], 'GAME OVER', 'amber'],
  ])('%s, winner machine %s, scores %p: %s', (machine, winner, scores, text, color) =>
    expect(gameOverBanner(machine, winner, scores)).toEqual({ text, color }),
  )
})
