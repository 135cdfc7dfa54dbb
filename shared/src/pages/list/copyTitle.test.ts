import { copyTitle } from './copyTitle'

test.each([
  ['Wall', [], 'Wall (copy)'],
  ['Wall', ['Wall (copy)'], 'Wall (copy 2)'],
  ['Wall (copy)', ['Wall (copy)'], 'Wall (copy 2)'],
  ['Wall (copy 2)', ['Wall (copy)', 'Wall (copy 2)'], 'Wall (copy 3)'],
  ['🎱'.repeat(128), [], `${'🎱'.repeat(124)} (copy)`],
  ['x'.repeat(256), [], `${'x'.repeat(249)} (copy)`],
])('a copy of %j beside %j is called %j', (title, taken, copy) => {
  expect(copyTitle(title, new Set(taken))).toBe(copy)
  expect(copy.length).toBeLessThanOrEqual(256)
})
