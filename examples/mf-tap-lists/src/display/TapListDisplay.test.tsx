import { ClockContext, Stage } from '@multiball/shared/display'
import { makeCustomBootstrap, makeCustomScores } from '@multiball/shared/testing'
import { render, screen } from '@testing-library/react'
import { display } from '../display'
import { samples } from '../form/samples'

const { Display } = display
const now = Date.parse('2026-11-20T22:00:00Z')
const clock = { now: () => now, after: () => () => {} }

function board(sample: string, settings: object = {}, layout: 'screen' | 'cell' = 'screen') {
  const bootstrap = makeCustomBootstrap({ id: 61, title: 'Bar', settings: { ...settings } })
  return (
    <ClockContext value={clock}>
      <Stage background="#000" layout={layout}>
        <Display
          bootstrap={bootstrap}
          scores={makeCustomScores(samples[sample])}
          layout={layout}
          options={{ winnerMachineTitle: null }}
        />
      </Stage>
    </ClockContext>
  )
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('a beer has its tap, brewery, style, strength, price and what is left', () => {
  render(board('Six taps', { currency: '$' }))
  expect(rows()[0]).toBe('1Multiball PilsKickback Brewing · Pilsner · 4.9 %$4.20')
  expect(screen.getByRole('img', { name: '85 % left' })).toBeInTheDocument()
  expect(rows()[4]).toMatch(/Dead Flip.*Gone$/)
})

test('the headline stands in the place of the title', () => {
  const view = render(board('Six taps'))
  expect(screen.getByRole('heading', { name: 'Bar' })).toBeInTheDocument()
  view.rerender(board('Six taps', { headline: 'On tap' }))
  expect(screen.getByRole('heading', { name: 'On tap' })).toBeInTheDocument()
})

test('what does not fit is counted: a cell has five, a screen eight, and twice as many in two columns', () => {
  const view = render(board('Twelve taps', {}, 'cell'))
  expect(rows()).toHaveLength(5)
  expect(screen.getByText('and 7 more')).toBeInTheDocument()
  view.rerender(board('Twelve taps'))
  expect(rows()).toHaveLength(8)
  view.rerender(board('Twelve taps', { columns: 'two' }))
  expect(rows()).toHaveLength(12)
})

test('an old list stays, and says since when', () => {
  render(board('Old list'))
  expect(screen.getByText(/^As of \d\d:42$/)).toBeInTheDocument()
  expect(rows()).toHaveLength(6)
})

test('before the first list it says how to post one', () => {
  render(board('Nothing yet'))
  expect(screen.getByText('Post a list to /api/board/taplist/61/feed/taps/')).toBeInTheDocument()
})
