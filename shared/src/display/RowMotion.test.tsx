import { render } from '@testing-library/react'
import { RowMotion } from './RowMotion'

const wish = (motion: boolean) =>
  (globalThis.matchMedia = (() => ({ matches: !motion })) as unknown as typeof matchMedia)
const realMatchMedia = globalThis.matchMedia
const look = jest.fn((rows: HTMLElement) => rows.textContent)
const move = jest.fn()

beforeEach(() => {
  look.mockClear()
  move.mockClear()
  wish(true)
  Element.prototype.animate = () => ({}) as Animation
})
afterEach(() => {
  globalThis.matchMedia = realMatchMedia
  delete (Element.prototype as { animate?: unknown }).animate
})

const rows = (moment: string, text: string) => (
  <RowMotion as="ol" moment={moment} look={look} move={move}>
    <li>{text}</li>
  </RowMotion>
)

test('VSB-02 rows that change places move from where they were, with the new layout already there', () => {
  const { rerender, container } = render(rows('one', 'before'))
  rerender(rows('two', 'after'))
  expect(move).toHaveBeenCalledTimes(1)
  expect(move).toHaveBeenCalledWith(container.querySelector('ol'), 'before')
  expect(container).toHaveTextContent('after')
})

test.each([
  ['the moment is the same', 'one', () => {}],
  ['the viewer wants no motion', 'two', () => wish(false)],
  ['the browser cannot animate', 'two', () => delete (Element.prototype as { animate?: unknown }).animate],
])('VSB-02 nothing moves where %s', (_why, moment, prepare) => {
  const { rerender, container } = render(rows('one', 'before'))
  prepare()
  rerender(rows(moment, 'after'))
  expect(look).not.toHaveBeenCalled()
  expect(move).not.toHaveBeenCalled()
  expect(container).toHaveTextContent('after')
})
