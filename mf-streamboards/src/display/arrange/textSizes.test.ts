import { titleSize } from './textSizes'

const line = { box: { x: 0, y: 0, width: 292, height: 40 }, form: 'line' as const, parts: ['machine', 'mode', 'ball'] as const }

test('VST-01 beside mode and ball a title of sixteen letters is smaller rather than cut', () => {
  const size = titleSize(line, 'Medieval Madness', 1)
  expect(size * 16 * 0.44).toBeLessThanOrEqual((292 - 30) * 0.52)
  expect(size).toBeGreaterThanOrEqual(14)
})

test('VST-01 a short title is as large as its line allows, an endless one still to be read', () => {
  expect(titleSize(line, 'Taxi', 1)).toBeGreaterThan(20)
  expect(titleSize(line, 'Teenage Mutant Ninja Turtles Premium', 1)).toBe(14)
})
