import { act, render, screen } from '@testing-library/react'
import { PlayerName } from './PlayerName'

/** px of a letter, and of the box that names are in. */
const letter = 10
let room: number
let resized: () => void

beforeEach(() => {
  room = 1000
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { width: this.dataset.form === undefined ? room : letter * this.dataset.form.length } as DOMRect
  })
  globalThis.ResizeObserver = class {
    constructor(run: () => void) {
      resized = run
    }
    observe = () => {}
    unobserve = () => {}
    disconnect = () => {}
  } as never
})
afterEach(() => {
  jest.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'ResizeObserver')
})

const resize = (px: number) => {
  room = px
  act(() => resized())
}
/** What is seen of the name, and what is read out. */
const seen = () => document.querySelector('[dir=auto] > span:not(:has(i))')?.textContent
const heard = () =>
  [...document.querySelectorAll('[dir=auto] > span:not([aria-hidden])')].map((part) => part.textContent).join('')

test('NAM-01 NAM-02 as much of a name is shown as its box has room for, and back; the whole of it is read out', () => {
  render(<PlayerName name="Maria Okonkwo" initials="MOK" />)
  for (const [px, shown] of [
    [130, 'Maria Okonkwo'],
    [129, 'Maria O.'],
    [79.7, 'MOK'],
    [5, 'MOK'],
    [80, 'Maria O.'],
    [200, 'Maria Okonkwo'],
  ] as const) {
    resize(px)
    expect([px, seen(), heard()]).toEqual([px, shown, 'Maria Okonkwo'])
  }
})

test('NAM-01 another name is fitted again', () => {
  const { rerender } = render(<PlayerName name="Maria Okonkwo" />)
  resize(60)
  expect(seen()).toBe('MO')
  rerender(<PlayerName name="Player 3" />)
  expect(seen()).toBe('P3')
  rerender(<PlayerName name="Al B" />)
  expect(seen()).toBe('Al B')
})

test('NAM-01 words that are no name are never made shorter as one', () => {
  render(<PlayerName name="World champion 2022" isWhole />)
  resize(60)
  expect([seen(), heard()]).toEqual(['World champion 2022', 'World champion 2022'])
})

test('NAM-01 a name is measured when its box changes, and not when the board is drawn again', () => {
  const { rerender } = render(<PlayerName name="Maria Okonkwo" />)
  const measured = jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockClear()
  rerender(<PlayerName name="Maria Okonkwo" />)
  expect(measured).not.toHaveBeenCalled()
  expect(screen.getByText('Maria Okonkwo')).toBeInTheDocument()
})

test('NAM-01 what a name is measured by stands below it: a number beside the name is on its line', () => {
  render(<PlayerName name="Maria Okonkwo" />)
  const [name, ...others] = document.querySelectorAll('[dir=auto] > span')
  expect(name).toHaveTextContent('Maria Okonkwo')
  expect(others.at(-1)!.querySelector('i')).toBeInTheDocument()
})
