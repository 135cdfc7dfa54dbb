import { showFrame } from './frame'

jest.mock('../home', () => ({ home: 'https://boards.example' }))
jest.mock('./inline', () => ({}))
jest.mock('./frame', () => ({ showFrame: jest.fn(() => ({ update: () => {}, unmount: () => {} })) }))

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('EMB-18 properties are as good as attributes: set before the script came, later, changed and taken back', async () => {
  const element = document.body.appendChild(document.createElement('multiball-board'))
  Object.assign(element, { type: 'leaderboard', board: 9, loading: 'eager', title: 'Bar', viewerKey: 'k1' })
  const { BoardElement } = await import('./BoardElement')
  customElements.define('multiball-board', BoardElement)
  const shown = () => {
    jest.runAllTimers()
    return jest.mocked(showFrame).mock.lastCall![1]
  }
  expect(shown()).toMatchObject({ type: 'leaderboard', board: 9, title: 'Bar', key: 'k1', isLazy: false })
  Object.assign(element, { board: 10, theme: 'dark', aspect: '4/3' })
  expect(shown()).toMatchObject({ board: 10, theme: 'dark', aspect: '4/3' })
  expect([element.board, element.theme, element.viewerKey]).toEqual(['10', 'dark', 'k1'])
  Object.assign(element, { theme: undefined, viewerKey: null })
  expect(shown()).toMatchObject({ theme: 'board', key: undefined })
  expect(Object.keys(element)).toEqual([])

  const made = Object.assign(document.createElement('multiball-board'), {
    type: 'slideshow',
    board: '3',
    loading: 'eager',
  })
  document.body.append(made)
  expect(shown()).toMatchObject({ type: 'slideshow', board: 3 })
})
