import { act, render, screen } from '@testing-library/react'
import { dotDigits, drumPlaceOf, drumPlaces, drumStrip, rollTo, starburst, textCells } from '@multiball/shared/glyphs'
import { machineDisplays, type MachineDisplay } from '@multiball/shared/schema'
import { MachineLookContext, useLookOf, useMachineLook } from './machineLook'
import { Stage } from '../stage/Stage'
import { looks as drums } from './drums'
import { looks as glass } from './glass'

const score = 9_223_372_036_854_775_807n

function Board({ value = score, digits = 19 }: { value?: bigint; digits?: number }) {
  const { Banner, Figures, Strip } = useMachineLook()
  return (
    <>
      <Banner text="Game on" color="#4df08a" />
      <Strip text="In a cell" color="#4df08a" />
      <Figures value={value} digits={digits} glow />
    </>
  )
}

function Wall({ kind, ...board }: { kind: MachineDisplay | null; value?: bigint; digits?: number }) {
  const look = useLookOf(kind)
  return (
    <Stage background="#000">
      <MachineLookContext value={look}>
        <p>{look.stage ?? 'usual'}</p>
        <Board {...board} />
      </MachineLookContext>
    </Stage>
  )
}

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

test.each([...machineDisplays])(
  'WAL-01 WAL-03 %s: the usual figures show until its look is there, then its own, and the score is said all the time',
  async (kind) => {
    render(<Wall kind={kind} />)
    expect(screen.getAllByText('9,223,372,036,854,775,807')).not.toHaveLength(0)
    expect(await screen.findByText(/Stage/)).toBeInTheDocument()
    expect(screen.getAllByText('9,223,372,036,854,775,807')).not.toHaveLength(0)
    expect(screen.getByText('Game on')).toBeInTheDocument()
    expect(screen.getByText('In a cell')).toBeInTheDocument()
  },
)

test('WAL-01 a machine whose kind nobody knows has the usual figures', async () => {
  render(<Wall kind={null} />)
  await settle()
  expect(screen.getByText('usual')).toBeInTheDocument()
})

test('WAL-03 a look that is known is there at once', async () => {
  const first = render(<Wall kind="reels" />)
  await screen.findByText('reelsStage')
  first.unmount()
  render(<Wall kind="reels" />)
  expect(screen.getByText('reelsStage')).toBeInTheDocument()
  await settle()
})

describe('WAL-04 reels', () => {
  const shownPlaces = (container: HTMLElement) =>
    [...container.querySelectorAll<SVGElement>('[data-face] > svg')].map((drum) =>
      Math.round((Math.abs(Number.parseFloat(drum.style.transform.slice(11))) * drumPlaces) / 100),
    )
  const animate = jest.fn(
    (_frames: Keyframe[], _timing: KeyframeAnimationOptions) =>
      ({ cancel: () => {}, playState: 'finished' }) as unknown as Animation,
  )
  const wish = (motion: boolean) =>
    (globalThis.matchMedia = (() => ({ matches: !motion })) as unknown as typeof matchMedia)
  const realMatchMedia = globalThis.matchMedia
  beforeEach(() => {
    animate.mockClear()
    wish(true)
    Element.prototype.animate = animate as unknown as Element['animate']
  })
  afterEach(() => {
    globalThis.matchMedia = realMatchMedia
    delete (Element.prototype as { animate?: unknown }).animate
  })

  test('show the score from the right, with blank drums in front of it', () => {
    const { container } = render(<drums.reels.Figures value={1_940n} digits={9} />)
    expect(shownPlaces(container)).toEqual([0, 0, 0, 0, 0, 2, 10, 5, 1])
    expect(animate).not.toHaveBeenCalled()
  })

  test('roll only what changes, forwards, by transform alone, and end at the new score', () => {
    const { container, rerender } = render(<drums.reels.Figures value={1_940n} digits={4} />)
    rerender(<drums.reels.Figures value={2_130n} digits={4} />)
    expect(shownPlaces(container)).toEqual([3, 2, 4, 1])
    const turns = animate.mock.calls.map(([frames]) => frames.map((frame) => Object.keys(frame).join()))
    expect(turns).toEqual([
      ['transform', 'transform'],
      ['transform', 'transform'],
      ['transform', 'transform'],
    ])
    // 9 goes on to 1 past 0, and 4 to 3 past 9: never back.
    expect(animate.mock.calls.map(([[from, to]]) => [from!.transform, to!.transform])).toEqual([
      ['translateY(-10%)', 'translateY(-15%)'],
      ['translateY(-50%)', 'translateY(-60%)'],
      ['translateY(-25%)', 'translateY(-70%)'],
    ])
    for (const [, { duration, delay }] of animate.mock.calls)
      expect(Number(duration) + Number(delay)).toBeLessThanOrEqual(1_000)
  })

  test('are cut where motion is not wanted', () => {
    wish(false)
    const { container, rerender } = render(<drums.reels.Figures value={1n} digits={9} />)
    rerender(<drums.reels.Figures value={2n} digits={9} />)
    expect(animate).not.toHaveBeenCalled()
    expect(shownPlaces(container).at(-1)).toBe(3)
  })

  test('a drum that waits shows nothing, and a minus is none of its numbers', () => {
    const { container, rerender } = render(<drums.reels.Figures value={0n} digits={9} blank />)
    expect(new Set(shownPlaces(container))).toEqual(new Set([0]))
    expect(container).toHaveTextContent('')
    rerender(<drums.reels.Figures value={-7n} digits={9} />)
    expect(container.querySelectorAll('[data-face="minus"]')).toHaveLength(1)
  })

  test.each([
    [1, 5, 5],
    [5, 1, 11],
    [10, 1, 11],
    [0, 4, 4],
    [4, 0, 0],
    [3.5, 3, 3],
    [3.5, 2, 12],
  ])('from place %d to %d a drum rolls to %d', (from, to, end) => expect(rollTo(from, to)).toBe(end))

  test('the strip has every number that a drum rolls past', () => {
    expect(drumPlaceOf('9')).toBe(10)
    expect(rollTo(10, 9)).toBeLessThan(drumPlaces)
    // A blank and nineteen numbers: each begins where its place does.
    expect(drumStrip.match(/M/g)).toHaveLength(drumPlaces - 1)
  })
})

describe('WAL-05', () => {
  test.each([
    ['GAME OVER', 9],
    ['YOU WIN', 7],
    ['2X BONUS.', 8],
    ['WAITING FOR DATA...', 16],
    ['“', undefined],
    ['Ж', undefined],
  ])('%s takes %p cells', (text, cells) => expect(textCells(text)?.length).toBe(cells))

  test.each([
    ['Extra Ball is lit', true],
    ['Большой джекпот', false],
    ['A mode with a name so long that no display could ever have room for it', false],
  ])('%s in segments: %p', (text, isDrawn) => {
    const { container } = render(<glass.alphanumeric.Banner text={text} color="#4df08a" />)
    expect(container.querySelector('svg') !== null).toBe(isDrawn)
    expect(container).toHaveTextContent(text)
  })

  test('a text that does not fit leaves the panel in its place, which is measured', () => {
    const { container, rerender } = render(<glass.alphanumeric.Banner text="Extra Ball is lit" color="#4df08a" />)
    const panel = container.firstChild
    rerender(<glass.alphanumeric.Banner text="Большой джекпот" color="#4df08a" />)
    expect(container.firstChild).toBe(panel)
    expect(panel).toContainElement(screen.getByText('Большой джекпот'))
  })
})

test.each([...'0123456789-'])(
  'WAL-04 %s is a figure of its own in segments and in dots, and a comma makes it another',
  (character) => {
    for (const shapes of [starburst, dotDigits]) {
      const others = [...'0123456789-']
        .filter((other) => other !== character)
        .map((other) => shapes.litCell(other, false))
      expect(others).not.toContain(shapes.litCell(character, false))
      expect(shapes.litCell(character, true) === shapes.litCell(character, false)).toBe(character === '-')
    }
  },
)
