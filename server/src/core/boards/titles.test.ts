import { freeTitle, titleFor } from './fromMachines'

test.each([
  ['Lobby', 'Medieval', 'Lobby – Medieval'],
  ['x'.repeat(256), 'Medieval', `${'x'.repeat(245)} – Medieval`],
  ['Lobby', 'y'.repeat(300), `Lobby – ${'y'.repeat(248)}`],
  ['x'.repeat(256), 'y'.repeat(300), `${'x'.repeat(127)} – ${'y'.repeat(126)}`],
  ['😀'.repeat(128), 'Medieval', `${'😀'.repeat(122)} – Medieval`],
])('CB-05 titles of %p and %p fit', (title, machine, expected) => {
  expect(titleFor(title, machine)).toBe(expected)
  expect(titleFor(title, machine).length).toBeLessThanOrEqual(256)
})

test.each<[string, string[], string]>([
  ['Wall', [], 'Wall'],
  ['Wall', ['Wall'], 'Wall (2)'],
  ['Wall', ['Wall', 'Wall (2)'], 'Wall (3)'],
  ['x'.repeat(256), ['x'.repeat(256)], `${'x'.repeat(252)} (2)`],
])('CB-05 %p beside %p', (title, taken, expected) =>
  expect(freeTitle(title, (one) => taken.includes(one))).toBe(expected),
)
