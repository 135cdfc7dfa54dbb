import { ClockContext } from '@multiball/shared/display'
import { fakeClock, makeMoment, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { act, render, screen, waitFor } from '@testing-library/react'
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

const moments: [string, number, Partial<BoardScreenProps<'scoreboard'>>][] = [
  ['a board on a screen', 1, {}],
  ['one of a type whose moments are strips', 1, { display: { ...display, moments: 'strip' } }],
  ['one that is polled', 1, { connection: 'polling' }],
  ['one that is shown from memory', 0, { connection: 'offline' }],
  ['a cell', 0, { layout: 'cell' }],
  ['an overlay', 0, { display: { ...display, isOverlay: true } }],
  ['one of a type that shows them itself', 0, { display: { ...display, moments: 'own' } }],
]
test.each(moments)('MOM-34 moments over %s: %i', async (name, count, more) => {
  const scores = { data: [], epoch: 'one', seq: 1, moments: [makeMoment({ id: name, game: name.length })] }
  const bootstrap = makeScoreboardBootstrap({ scores })
  render(<BoardScreen display={display} bootstrap={bootstrap} scores={scores} connection="live" {...more} />)
  await act(async () => {})
  if (count > 0) await waitFor(() => expect(document.querySelector('[data-moment]')).not.toBeNull())
  expect(document.querySelectorAll('[data-moment]')).toHaveLength(count)
  expect(document.querySelectorAll('.band')).toHaveLength(more.display?.moments === 'strip' ? 1 : 0)
  expect(screen.getByText('scores')).toBeInTheDocument()
})
