import { cut, cutEqually, evened } from './boxes'
import { titleSize } from './textSizes'

const line = {
  box: { x: 0, y: 0, width: 292, height: 40 },
  form: 'line' as const,
  parts: ['machine', 'mode', 'ball'] as const,
}

test('VST-01 beside mode and ball a title of sixteen letters is smaller rather than cut', () => {
  const size = titleSize(line, 'Medieval Madness', 1)
  expect(size * 16 * 0.44).toBeLessThanOrEqual((292 - 30) * 0.52)
  expect(size).toBeGreaterThanOrEqual(14)
})

test('VST-01 a short title is as large as its line allows, an endless one still to be read', () => {
  expect(titleSize(line, 'Taxi', 1)).toBeGreaterThan(20)
  expect(titleSize(line, 'Teenage Mutant Ninja Turtles Premium', 1)).toBe(14)
})

test('VST-01 on a low plate a title of two lines leaves the ball, the mode and the edges their room', () => {
  const plate = { box: { x: 0, y: 0, width: 242, height: 119 }, form: 'plate' as const, parts: line.parts }
  const size = titleSize(plate, 'Galactic Tank Force (Classic)', 1)
  expect(2 * 1.02 * size + 38 + 26).toBeLessThanOrEqual(119 - 2 * 5)
  expect(titleSize(plate, 'Taxi', 1)).toBe(29)
})

test('VST-01 equal parts of a panel are set in one size, whatever rounding gave to each', () => {
  const parts = cutEqually({ x: 0, y: 0, width: 1000, height: 227 }, 'down', 4)
  expect(new Set(parts.map(({ height }) => height))).toEqual(new Set([56, 57]))
  expect(new Set(parts.map((box) => evened(box, parts).height))).toEqual(new Set([56]))
  const [low, high] = cut({ x: 0, y: 0, width: 1000, height: 300 }, 'down', [1, 2])
  expect(evened(high!, [low!, high!])).toEqual(high)
})
