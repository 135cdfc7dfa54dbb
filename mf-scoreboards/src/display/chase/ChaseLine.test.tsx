import { CountUpContext, Stage } from '@multiball/shared/display'
import type { Chase, Game } from '@multiball/shared/schema'
import { fakeCountUps } from '@multiball/shared/testing'
import { act, render, screen, within } from '@testing-library/react'
import { display } from '../../display'
import { aBootstrap, aGame, aPlayer, displayProps } from '../samples'

const layouts = ['screen', 'cell'] as const
const chase: Chase = {
  of: 'all_time',
  score: 505_719_942,
  player: aPlayer('WIL', { id: 9 }),
  settled_on: '2026-11-01T20:00:00Z',
}

const animate = jest.fn()
const realMatchMedia = globalThis.matchMedia
const wish = (motion: boolean) =>
  (globalThis.matchMedia = (() => ({ matches: !motion })) as unknown as typeof matchMedia)
beforeEach(() => {
  animate.mockClear()
  wish(true)
  Element.prototype.animate = animate as unknown as Element['animate']
})
afterEach(() => {
  globalThis.matchMedia = realMatchMedia
  delete (Element.prototype as { animate?: unknown }).animate
})

/** A board whose numbers count by hand. */
function show(layout: (typeof layouts)[number], first: Game, of: Chase | null = chase) {
  const { countUps, frame } = fakeCountUps(() => matchMedia('').matches)
  const board = (game: Game, chased: Chase | null = of) => {
    const props = displayProps([game], { layout, bootstrap: aBootstrap() })
    return (
      <CountUpContext value={countUps}>
        <Stage background="#000" layout={layout}>
          <display.Display {...props} scores={{ ...props.scores!, chase: chased ?? undefined }} />
        </Stage>
      </CountUpContext>
    )
  }
  const { container, rerender } = render(board(first))
  return {
    line: () => container.querySelector('[data-chase]')?.textContent?.replace(/\s+/g, ' ').trim(),
    container,
    update: (game: Game, chased?: Chase) => rerender(board(game, chased)),
    frame,
  }
}

test('CHA-01 CHA-02 whose record, how much is left as the score counts up, and that it is passed, with a beat', () => {
  const { line, update, frame } = show('screen', aGame([100_000_000]))
  expect(line()).toContain('House record')
  expect(line()).toContain('WIL')
  expect(line()).toContain('505,719,942')
  update(aGame([493_319_942]))
  frame(300)
  expect(line()).toContain('to go')
  expect(line()).toContain('12,400,000')
  frame(1000)
  animate.mockClear()
  update(aGame([600_000_000]))
  frame(1040)
  expect(line()).toContain('to go')
  expect(animate).not.toHaveBeenCalled()
  frame(1300)
  expect(line()).toMatch(/^House record passed Player 1/)
  expect(line()).toContain('94,280,058')
  expect(animate).toHaveBeenCalledTimes(1)
})

test('CHA-02 once its game has settled and counts, it is the new record, which the line says only then', () => {
  const { line, update } = show('screen', aGame([600_000_000]))
  expect(line()).toMatch(/^House record passed/)
  const settled_on = '2026-11-20T21:42:00Z'
  update(aGame([600_000_000], { settled_on }))
  expect(line()).toMatch(/^House record WIL/)
  update(aGame([600_000_000], { settled_on }), { ...chase, score: 600_000_000, player: null, settled_on })
  expect(line()).toMatch(/^New house record Player 1/)
})

test('CHA-02 who holds the record chases their own', () => {
  const mine = aGame([1], { scores: [{ position: 1, score: 1, player: aPlayer('WIL', { id: 9 }) }] })
  expect(show('screen', mine).line()).toMatch(/^House record your own/)
})

test('CHA-03 no line where there is nothing to beat, nor in a test game', () => {
  expect(show('screen', aGame([10]), null).line()).toBeUndefined()
  expect(show('screen', aGame([10], { is_test: true })).line()).toBeUndefined()
})

test('CHA-05 in a cell of a grid only who is past it has a mark', () => {
  const { line, container } = show('cell', aGame([600_000_000, 505_719_942]))
  expect(line()).toBeUndefined()
  expect(screen.getAllByText('past the record')).toHaveLength(1)
  expect(within(container.querySelector('li')!).getByText('past the record')).toBeInTheDocument()
})

test('CHA-01 names and titles are text', () => {
  const nasty = '<img src=x onerror=alert(1)>'
  const { line, container } = show('screen', aGame([1]), {
    ...chase,
    of: 'leaderboard',
    title: nasty,
    player: aPlayer(nasty),
  })
  expect(line()).toContain(`Best of ${nasty}`)
  expect(container.querySelector('img')).toBeNull()
})

describe.each(layouts)('CHA-07 in a %s', (layout) => {
  const places = () => screen.getAllByText(/^(?:1st|2nd) Place$/).map(({ textContent }) => textContent)

  test('places turn when the numbers on show cross, with a beat', () => {
    const { update, frame } = show(layout, aGame([98_765_432, 6_500_000], { current_player: 2 }), null)
    expect(places()).toEqual(['1st Place', '2nd Place'])
    update(aGame([98_765_432, 226_500_000], { current_player: 2 }))
    expect(places()).toEqual(['1st Place', '2nd Place'])
    frame(160)
    expect(places()).toEqual(['1st Place', '2nd Place'])
    expect(animate).not.toHaveBeenCalled()
    frame(170)
    expect(places()).toEqual(['2nd Place', '1st Place'])
    expect(animate).toHaveBeenCalled()
  })

  test('with reduced motion they turn at once, without one', () => {
    wish(false)
    const { update } = show(layout, aGame([98_765_432, 6_500_000]), null)
    act(() => update(aGame([98_765_432, 226_500_000])))
    expect(places()).toEqual(['2nd Place', '1st Place'])
    expect(animate).not.toHaveBeenCalled()
  })

  test('who has won is lit once the numbers say so', () => {
    const { update, frame, container } = show(layout, aGame([98_765_432, 6_500_000]), null)
    update(aGame([98_765_432, 226_500_000], { settled_on: '2026-11-20T21:42:00Z' }))
    const lit = () => [...container.querySelectorAll('li.lit')].map(({ textContent }) => textContent?.[0])
    expect(lit()).toEqual([])
    frame(1000)
    expect(lit()).toEqual(layout === 'screen' ? ['2'] : [])
  })
})
