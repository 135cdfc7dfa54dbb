import { nastyStrings } from '../testing/nastyStrings'
import { nastyTests } from './nastyTests'

test('API-10 there are 200 nasty texts, all different', () => {
  expect(new Set(nastyStrings.map(({ text }) => text)).size).toBeGreaterThanOrEqual(200)
  expect(new Set(nastyStrings.map(({ text }) => text)).size).toBe(nastyStrings.length)
})

nastyTests(nastyStrings, 120_000)
