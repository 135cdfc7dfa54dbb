import { ClockContext } from '@multiball/shared/display'
import { fakeClock, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { render, screen } from '@testing-library/react'
import { BoardScreen, type BoardDisplay, type BoardScreenProps } from './index'

const display: BoardDisplay<'scoreboard'> = { type: 'scoreboard', Display: () => <p>scores</p> }

test('KIO-15 a minute without the server a board is dimmed, and says since when, until the server is back', () => {
  const { clock, pass } = fakeClock()
  const asOf = clock.now()
  const board = (more: Partial<BoardScreenProps<'scoreboard'>>) => (
    <ClockContext value={clock}>
      <BoardScreen
        display={display}
        bootstrap={makeScoreboardBootstrap()}
        scores={undefined}
        connection="offline"
        asOf={asOf}
        error="Retrying."
        {...more}
      />
    </ClockContext>
  )
  const isResting = () => screen.getByText('scores').closest('[data-resting]') !== null
  const { rerender } = render(board({}))
  pass(59_999)
  expect([isResting(), screen.getByRole('alert').textContent]).toEqual([false, 'Retrying.'])
  pass(1)
  expect([isResting(), screen.getByRole('alert').textContent]).toEqual([
    true,
    expect.stringMatching(/^NO CONNECTION SINCE \d\d:\d\d$/),
  ])
  rerender(board({ connection: 'polling', error: undefined, asOf: clock.now() }))
  expect([isResting(), screen.queryByRole('alert')]).toEqual([false, null])
})
