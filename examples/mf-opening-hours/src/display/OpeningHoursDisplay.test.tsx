import { ClockContext, Stage } from '@multiball/shared/display'
import { makeCustomBootstrap } from '@multiball/shared/testing'
import { act, render, screen, within } from '@testing-library/react'
import { display } from '../display'

const { Display } = display
const settings = {
  friday: '17:00-03:00',
  tonight: ['18:00', '19:00', '20:00', '21:00', '22:00'].map((time) => ({ time, text: `Item at ${time}` })),
}

/** A screen's clock that a test moves on by hand. */
function makeClock(now: Date) {
  let ms = now.getTime()
  const waiting = new Set<() => void>()
  const clock = {
    now: () => ms,
    after: (_delayMs: number, run: () => void) => {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  }
  const moveTo = (next: Date) => {
    ms = next.getTime()
    const ringing = [...waiting]
    waiting.clear()
    act(() => ringing.forEach((run) => run()))
  }
  return { clock, moveTo }
}

function show(layout: 'screen' | 'cell', now: Date) {
  const { clock, moveTo } = makeClock(now)
  const bootstrap = makeCustomBootstrap({ title: 'The Back Room', settings: { ...settings } })
  render(
    <ClockContext value={clock}>
      <Stage background="#000" layout={layout}>
        <Display bootstrap={bootstrap} scores={undefined} layout={layout} options={{ winnerMachineTitle: null }} />
      </Stage>
    </ClockContext>,
  )
  return moveTo
}

test('a screen has the headline, what is now, the programme and the week', () => {
  show('screen', new Date(2026, 10, 20, 20, 20))
  expect(screen.getByRole('heading', { name: 'The Back Room' })).toBeInTheDocument()
  expect(screen.getByText('Open until 03:00')).toBeInTheDocument()
  const items = screen.getAllByRole('listitem')
  expect(items.slice(0, 5).map((item) => item.textContent)).toContain('20:00Item at 20:00On now')
  expect(within(items[5]!).getByText('Today')).toBeInTheDocument()
  expect(items).toHaveLength(12)
})

test('a cell has three items, from what is on now', () => {
  show('cell', new Date(2026, 10, 20, 20, 20))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '20:00Item at 20:00On now',
    '21:00Item at 21:00Next',
    '22:00Item at 22:00',
  ])
})

test('it changes with the clock, and nothing else', () => {
  const moveTo = show('screen', new Date(2026, 10, 20, 16, 59))
  expect(screen.getByText('Opens at 17:00')).toBeInTheDocument()
  moveTo(new Date(2026, 10, 20, 17))
  expect(screen.getByText('Open until 03:00')).toBeInTheDocument()
})
