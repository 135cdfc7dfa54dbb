import { unfold } from './unfold'

/** Three parts and what stands around them. Asking for a height takes so many ms. */
function display(partMs: number) {
  const element = document.createElement('div')
  element.innerHTML = '<header></header><div><section></section></div><p></p><ol><li></li></ol>'
  const clock = { ms: 0 }
  for (const part of element.querySelectorAll('*'))
    Object.defineProperty(part, 'offsetHeight', { get: () => (clock.ms += partMs) })
  return {
    element,
    now: () => clock.ms,
    laidOut: () => [...element.querySelectorAll('[data-unfolded]')].map((part) => part.localName).join(' '),
  }
}

test.each([
  { partMs: 10, tasks: ['', 'header', 'header section'] },
  { partMs: 5, tasks: ['', 'header section'] },
  { partMs: 1, tasks: [''] },
])('parts of $partMs ms are laid out in $tasks.length tasks', async ({ partMs, tasks }) => {
  const { element, now, laidOut } = display(partMs)
  const before: string[] = []
  await unfold(element, () => false, { now, pause: async () => void before.push(laidOut()) })
  expect(before).toEqual(tasks)
  expect(laidOut()).toBe('header section li')
})

test('a board that was taken away is not gone on with', async () => {
  const { element, now, laidOut } = display(10)
  let pauses = 0
  await unfold(element, () => pauses === 2, { now, pause: async () => void (pauses += 1) })
  expect(laidOut()).toBe('header')
})
