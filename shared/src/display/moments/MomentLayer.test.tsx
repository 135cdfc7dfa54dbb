import { ClockContext, MomentLayer, Stage } from '@multiball/shared/display'
import type { Moment } from '@multiball/shared/schema'
import { fakeClock, makeMoment, makePlayer } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'

let last = 0
/** that no other test has shown: a page shows each once */
const fresh = (more: Partial<Moment> = {}) => {
  last += 1
  return makeMoment({ id: `moment ${last}`, game: last, ...more })
}

async function show(first: Moment[], isStrip = false) {
  const time = fakeClock(Date.parse('2026-11-20T20:42:00Z'))
  const onBegin = jest.fn()
  const board = (moments: Moment[]) => (
    <ClockContext value={time.clock}>
      <Stage background="#000">
        <p>the board</p>
        <MomentLayer moments={moments} isStrip={isStrip} onBegin={onBegin} />
      </Stage>
    </ClockContext>
  )
  const view = render(board(first))
  await act(async () => void (await import('./Moments')))
  return {
    ...time,
    onBegin,
    update: (moments: Moment[]) => act(() => view.rerender(board(moments))),
    shown: () => document.querySelector('[data-moment]'),
  }
}

const said = () => screen.getByRole('status').textContent

test('MOM-30 MOM-32 a house record has the screen for six seconds, is read out, and is told to the page once', async () => {
  const record = fresh({ player: makePlayer({ cached_display_name: 'Maria Okonkwo' }) })
  const { shown, pass, onBegin, update } = await show([record])
  expect(said()).toBe('House record on Dragon’s Keep: Maria Okonkwo, 505,719,942. Before: Player 1, 493,319,942.')
  expect(onBegin.mock.calls).toEqual([[record, false]])
  expect(screen.getByText('the board')).toBeInTheDocument()
  pass(5999)
  expect(shown()).not.toBeNull()
  pass(1)
  expect([shown(), said()]).toEqual([null, ''])
  update([record])
  expect(shown()).toBeNull()
})

test('MOM-32 MOM-35 the old record stands until the new one goes past it, then both and by how much; the board is not drawn behind them', async () => {
  const { shown, pass } = await show([fresh()])
  const hidden = () => screen.getByText('the board').closest('[data-covered]')
  expect(hidden()).toBeNull()
  const figures = () => shown()?.querySelector('[class*="score"]')?.textContent
  pass(320)
  expect(figures()).toBe('493,319,942')
  expect(hidden()).not.toBeNull()
  pass(1880)
  expect(figures()).toBe('505,719,942')
  expect(shown()).toHaveTextContent('+12,400,000')
  pass(3480)
  expect(hidden()).toBeNull()
})

test('MOM-31 a claim puts the name onto a running takeover; a withdrawn one leaves it at once', async () => {
  const record = fresh({ player: null })
  const { shown, update, onBegin, pass } = await show([record])
  pass(320)
  expect(shown()).toHaveTextContent('Player 2')
  const claimed = { ...record, place: record.place + 1, player: makePlayer({ cached_display_name: '大谷 翔平' }) }
  update([claimed])
  expect(shown()).toHaveTextContent('大谷 翔平')
  expect(onBegin).toHaveBeenCalledTimes(1)
  update([{ ...record, place: record.place + 2, state: 'withdrawn', score: null }])
  expect(shown()).toBeNull()
})

test.each([
  ['MOM-33 a personal best', fresh({ kind: 'personal_best' }), false, 'Personal best'],
  [
    'MOM-33 a mark that is passed',
    fresh({ kind: 'mark_passed', previous: null, mark: 400_000_000 }),
    false,
    'Passed 400,000,000',
  ],
  ['MOM-34 a house record over matches', fresh(), true, 'House record'],
  [
    'MOM-33 the first game of the day',
    fresh({ kind: 'first_game', position: null, score: null, player: null, previous: null }),
    false,
    'First game of the day',
  ],
])('%s is a strip', async (_name, moment, isStrip, title) => {
  const { shown } = await show([moment], isStrip)
  expect(shown()?.querySelector('.band')).toHaveTextContent(title)
  expect(said()).toContain(`${title} on Dragon’s Keep`)
})
