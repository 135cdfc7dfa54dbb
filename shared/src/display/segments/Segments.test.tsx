import { closeSegments, hasCommaAfter, litCell } from '@multiball/shared/glyphs'
import { render, screen } from '@testing-library/react'
import { createCountUps } from '../numbers/countUp'
import { Numerals } from '../numbers/Numerals'
import { digitCount } from '../numbers/score'
import { CountUpContext } from '../numbers/useCountUp'
import { Segments } from './Segments'

/** Reads the lit segments back. */
function read(container: HTMLElement, digits: number): string {
  const paths = [...(container.querySelector('svg g')?.children ?? [])]
  expect(paths).toHaveLength(digits)
  return paths
    .map((path, index) => {
      const d = path.getAttribute('d')
      const character = [...'0123456789- '].find(
        (candidate) => litCell(candidate.trim(), hasCommaAfter(index, digits)) === d,
      )
      if (character === undefined) throw new Error(`unknown digit ${d}`)
      return /\d/.test(character) && hasCommaAfter(index, digits) ? `${character},` : character
    })
    .join('')
}

/** Counts up only when told what time it is, in ms. */
function countUpsByHand() {
  let now = 0
  const asked: (() => void)[] = []
  const loop = createCountUps({
    now: () => now,
    request: (run) => asked.push(run),
    isStill: () => false,
    onVisibility: () => {},
  })
  const at = (ms: number) => {
    now = ms
    asked.splice(0).forEach((run) => run())
  }
  return { loop, at }
}

test.each([
  [0n, 9, '        0'],
  [1_284_906_530n, 10, '1,284,906,530'],
  [38_914_220n, 10, '  38,914,220'],
  [9_223_372_036_854_775_807n, 19, '9,223,372,036,854,775,807'],
  [-123_456_789n, digitCount(-123_456_789n), '-123,456,789'],
])('VSB-01 %s lights its digits and commas, and no others', (value, digits, lit) => {
  const { container } = render(<Segments value={value} digits={digits} />)
  expect(read(container, digits)).toBe(lit)
})

test.each([
  [3, 21],
  [4, 29],
  [10, 73],
])('%i cells hold all their segments and commas unlit: %i shapes', (digits, shapes) => {
  const { container } = render(<Segments value={0n} digits={digits} />)
  expect(container.querySelector('svg > path')!.getAttribute('d')!.match(/M/g)).toHaveLength(shapes)
})

test('WAL-08 beside names, without unlit segments, a 1 stands in the middle of its cell', () => {
  const middleOf = (character: string) => {
    const left = [...closeSegments.litCell(character, false).matchAll(/[ML](\S+)/g)].map(([, x]) => Number(x))
    return (Math.min(...left) + Math.max(...left)) / 2
  }
  expect([...'180'].map(middleOf)).toEqual([28, 28, 28])
  expect(closeSegments.unlitCells(9)).toBe('')
})

/** A score that is counted up to by hand. */
function renderCounting(Figures: typeof Segments | typeof Numerals, digits: number) {
  const { loop, at } = countUpsByHand()
  const { container, rerender } = render(<></>)
  const show = (value: bigint) =>
    rerender(
      <CountUpContext value={loop}>
        <Figures value={value} digits={digits} />
      </CountUpContext>,
    )
  return { container, show, at }
}

test('VSB-01 counts up on the page, while the text already says the final score', () => {
  const { container, show, at } = renderCounting(Segments, 9)
  show(0n)
  show(1000n)
  expect(read(container, 9).trim()).toBe('0')
  expect(screen.getByText('1,000')).toBeInTheDocument()
  at(500)
  expect(read(container, 9).trim()).toBe('875')
  at(1000)
  expect(read(container, 9).trim()).toBe('1,000')
})

test('more digits redraw the score that is on show', () => {
  const { container, rerender } = render(<Segments value={5n} digits={9} />)
  rerender(<Segments value={5n} digits={10} />)
  expect(read(container, 10).trim()).toBe('5')
})

test('a display that waits lights nothing and says nothing', () => {
  const { container } = render(<Segments value={0n} digits={9} blank />)
  expect(read(container, 9).trim()).toBe('')
  expect(container).toHaveTextContent('')
})

test('VSB-01 numerals are one text, which counts and is the same node for good', () => {
  const { container, show, at } = renderCounting(Numerals, 10)
  show(38_914_220n)
  const text = screen.getByText('38,914,220').firstChild
  show(39_914_220n)
  at(500)
  expect(container).toHaveTextContent(/^39,789,220$/)
  at(1000)
  expect(screen.getByText('39,914,220').firstChild).toBe(text)
})

test('VSB-01 numerals hold the width of their digits', () => {
  const { container } = render(<Numerals value={7n} digits={10} />)
  expect(container.firstElementChild).toHaveStyle({ width: '4.78em' })
})
