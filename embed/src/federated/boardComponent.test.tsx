import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import type { OnEvent } from '../contract'
import { showInline } from '../element/inline'
import { boardComponent } from './boardComponent'

jest.mock('../element/inline', () => ({ showInline: jest.fn() }))
// Asks the federation around, of which there is none.
jest.mock('./needsReact', () => ({}))

const Scoreboard = boardComponent('scoreboard')
const shown = jest.mocked(showInline)
const board = { update: jest.fn(), unmount: jest.fn() }
const tell: OnEvent = (event, detail) => act(() => shown.mock.lastCall![2](event, detail))
const ready = { type: 'scoreboard', board: 12, title: 'Lobby wall' } as const

beforeEach(() => {
  jest.clearAllMocks()
  shown.mockReturnValue(board)
})

test('EMB-12 a component shows its board, its children until that is there and when it cannot be, and follows its properties', () => {
  const onEvent = jest.fn()
  const { rerender, unmount } = render(
    <Scoreboard board={12} viewerKey="zz9" theme="dark" onEvent={onEvent}>
      Soon
    </Scoreboard>,
  )
  expect(shown.mock.lastCall![1]).toMatchObject({ type: 'scoreboard', board: 12, key: 'zz9', theme: 'dark' })
  expect(screen.getByText('Soon')).toBeInTheDocument()
  tell('ready', ready)
  expect(screen.queryByText('Soon')).not.toBeInTheDocument()
  expect(onEvent).toHaveBeenCalledWith('ready', ready)

  rerender(
    <Scoreboard board={12} viewerKey="zz9" theme="light" onEvent={onEvent}>
      Soon
    </Scoreboard>,
  )
  expect(board.update).toHaveBeenLastCalledWith(expect.objectContaining({ theme: 'light' }))
  expect(shown).toHaveBeenCalledTimes(1)
  tell('error', { code: 'NETWORK', message: 'Away' })
  expect(screen.queryByText('Soon')).not.toBeInTheDocument()
  tell('error', { code: 'BOARD_NOT_FOUND', message: 'Gone' })
  expect(screen.getByText('Soon')).toBeInTheDocument()

  rerender(
    <Scoreboard board={13} viewerKey="zz9" theme="light" onEvent={onEvent}>
      Soon
    </Scoreboard>,
  )
  expect([board.unmount.mock.calls.length, shown.mock.lastCall![1].board]).toEqual([1, 13])
  unmount()
  expect(board.unmount).toHaveBeenCalledTimes(2)
})

test('EMB-12 what is no board is said, and asked for nowhere; strict mode leaves one board', () => {
  const onEvent = jest.fn()
  render(<Scoreboard board={Number.NaN} onEvent={onEvent} />)
  expect(onEvent).toHaveBeenCalledWith('error', { code: 'BAD_ATTRIBUTE', message: 'board is the number of a board.' })
  expect(shown).not.toHaveBeenCalled()
  render(
    <StrictMode>
      <Scoreboard board={12} />
    </StrictMode>,
  )
  expect(shown.mock.calls.length - board.unmount.mock.calls.length).toBe(1)
})
