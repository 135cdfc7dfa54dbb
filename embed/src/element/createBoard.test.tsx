import type { OnEvent } from '../contract'
import { createBoard } from './createBoard'
import { showFrame } from './frame'

jest.mock('../home', () => ({ home: 'https://boards.example' }))
jest.mock('./inline', () => ({}))
jest.mock('./frame', () => ({ showFrame: jest.fn(() => ({ update: () => {}, unmount: () => {} })) }))

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('EMB-06 what a page’s own scripts break while a board starts is told, and the card stands', () => {
  const thrown = jest.mocked(showFrame).mockImplementationOnce(() => {
    throw new TypeError('createElement is not what it was')
  })
  const element = document.createElement('div')
  for (const [name, value] of Object.entries({ type: 'slideshow', board: '3', loading: 'eager' }))
    element.setAttribute(name, value)
  const failed = jest.fn()
  element.addEventListener('mb-error', (event) => failed((event as CustomEvent).detail))
  document.body.append(element)
  createBoard(element).connect()
  jest.runAllTimers()
  expect(thrown).toHaveBeenCalled()
  expect(failed.mock.calls).toEqual([
    [{ version: 1, code: 'REMOTE_FAILED', message: expect.stringContaining('is not what it was') as unknown }],
  ])
  expect(element.shadowRoot!.querySelector('.card')!.textContent).toBe('This display cannot be shown.')
})

test('EMB-03 an aspect that becomes auto, and back, is followed at once', () => {
  const element = document.createElement('div')
  const attributes = { type: 'scoreboard', board: '12', loading: 'eager' }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  const board = createBoard(element)
  board.connect()
  jest.runAllTimers()
  const onEvent: OnEvent = jest.mocked(showFrame).mock.lastCall![2]
  const ratio = () => element.shadowRoot!.querySelector<HTMLElement>('.box')!.style.getPropertyValue('--mb-ratio')
  onEvent('resize', { width: 400, height: 533 })
  expect(ratio()).toBe('16/9')
  element.setAttribute('aspect', 'auto')
  board.change('aspect')
  expect(ratio()).toBe('400/533')
  element.setAttribute('aspect', '4/3')
  board.change('aspect')
  expect(ratio()).toBe('4/3')
  board.disconnect()
})
