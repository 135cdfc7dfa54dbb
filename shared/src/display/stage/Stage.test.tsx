import { act, render, screen } from '@testing-library/react'
import { ClockContext } from '../clock'
import type { Clock } from '../clock'
import { Foot } from './Foot'
import { driftAt, Stage } from './Stage'
import { useScene } from './stageContext'

const nineFortyTwo = new Date(2026, 10, 20, 21, 42).getTime()
const clock: Clock = { now: () => nineFortyTwo + 60_000, after: () => () => {} }

const foot = (props: Parameters<typeof Foot>[0]) =>
  render(
    <ClockContext value={clock}>
      <Foot {...props} />
    </ClockContext>,
  )

test.each([
  ['live', 'Live', 'circle'],
  ['polling', 'As of 21:42', 'path'],
  ['offline', 'As of 21:42', 'path'],
  ['connecting', 'Connecting', 'circle'],
] as const)('a board that is %s says %s', (connection, words, shape) => {
  const { container } = foot({ connection, asOf: nineFortyTwo })
  expect(screen.getByText(words)).toBeInTheDocument()
  expect(container.querySelector(`svg ${shape}`)).toBeInTheDocument()
})

test('the marks differ in shape, not only in colour', () => {
  const shapes = (['live', 'connecting', 'polling', 'offline'] as const).map((connection) => {
    const { container, unmount } = foot({ connection })
    const mark = container.querySelector('svg')?.innerHTML
    unmount()
    return mark
  })
  expect(new Set(shapes).size).toBe(4)
})

test('VSB-11 the Powered-by line, or the line of the deployment', () => {
  const { container, unmount } = foot({ connection: 'live' })
  expect(container).toHaveTextContent('Powered by Multiball')
  unmount()
  expect(foot({ connection: 'live', branding: 'Powered by The Flipper Inn' }).container).toHaveTextContent(
    'Powered by The Flipper Inn',
  )
})

test('a display sets the light and the foot of its stage', () => {
  const Over = () => {
    useScene({ variant: 'game-over', finishedAt: nineFortyTwo })
    return null
  }
  const { container } = render(
    <ClockContext value={clock}>
      <Stage background="#000">
        <Over />
        <Foot connection="live" />
      </Stage>
    </ClockContext>,
  )
  expect(container.querySelector('[data-variant="game-over"]')).toBeInTheDocument()
  expect(screen.getByText('Finished 21:42')).toBeInTheDocument()
})

test("a grid's cell has no rays and no foot of its own", () => {
  const { container } = render(
    <Stage background="#000" layout="cell">
      <Foot connection="live" />
    </Stage>,
  )
  expect(container.querySelector('footer')).not.toBeInTheDocument()
  expect(container.querySelector('.backglass')).not.toBeInTheDocument()
})

test("an owner's light background takes dark ink and loses the rays", () => {
  const { container } = render(<Stage background="#f4e9c8">x</Stage>)
  const stage = container.querySelector<HTMLElement>('[data-tone="light"]')
  expect(stage?.style.getPropertyValue('--w-ink')).toBe('#14110d')
  expect(container.querySelector('.backglass')).not.toBeInTheDocument()
})

test('the picture drifts by 1 to 2 px a minute, and stays within 4', () => {
  for (let minute = 0; minute < 600; minute++) {
    const [now, next] = [driftAt(minute * 60_000), driftAt((minute + 1) * 60_000)]
    const step = Math.hypot(next.x - now.x, next.y - now.y)
    expect(step).toBeGreaterThanOrEqual(1)
    expect(step).toBeLessThanOrEqual(2)
    expect(Math.max(Math.abs(now.x), Math.abs(now.y))).toBeLessThanOrEqual(4)
  }
})

test('a board on a screen drifts with the minutes of its clock, a cell of a grid does not', async () => {
  let now = 0
  let minute = () => {}
  const moving: Clock = { now: () => now, after: (_ms, run) => ((minute = run), () => {}) }
  const stage = (layout: 'screen' | 'cell') => (
    <ClockContext value={moving}>
      <Stage background="#000" layout={layout}>
        x
      </Stage>
    </ClockContext>
  )
  const { container, rerender } = render(stage('screen'))
  const drift = () =>
    ['x', 'y'].map((axis) => container.querySelector<HTMLElement>('.area')!.style.getPropertyValue(`--drift-${axis}`))
  for (const at of [0, 1, 2, 3]) {
    now = at * 60_000
    await act(async () => minute())
    const { x, y } = driftAt(now)
    expect(drift()).toEqual([`${x}px`, `${y}px`])
  }
  rerender(stage('cell'))
  expect(drift()).toEqual(['', ''])
})
