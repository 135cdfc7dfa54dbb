import { dotCapitals, dotColumns, dotPath } from '@multiball/shared/glyphs'
import { render, screen } from '@testing-library/react'
import { dotLayout, DotMatrix } from './DotMatrix'

test.each([
  ['Dragon Multiball', 'DRAGON MULTIBALL'],
  ['Café “Zoë”', 'CAFE "ZOE"'],
  ['2× Bonus…', '2× BONUS...'],
  ['Большой джекпот', undefined],
  ['🎱', undefined],
])('%s in dots is %s', (text, capitals) => expect(dotCapitals(text)).toBe(capitals))

test('a letter is drawn dot by dot', () => {
  expect(dotPath('T', 0, 0).match(/M/g)).toHaveLength(11)
  expect(dotPath('.', 2, 3)).toBe('M3.5 8.5h0M4.5 8.5h0M3.5 9.5h0M4.5 9.5h0')
})

describe('dotLayout', () => {
  const banner = { width: 1728, height: 136 }
  test('11 rows fill the height, the text stands in the middle', () => {
    expect(dotLayout(16, banner)).toEqual({ pitch: 12, columns: 144, rows: 11, left: 24, top: 2 })
    expect(dotLayout(7, banner)?.pitch).toBe(12)
  })
  test('a longer text gets smaller dots and still fits', () => {
    const layout = dotLayout(40, banner)
    expect(layout?.pitch).toBeLessThan(12)
    expect(dotColumns(40)).toBeLessThanOrEqual(layout?.columns ?? 0)
  })
  test('a code that is all there is has the largest dots that fit', () => {
    expect(dotLayout(7, { width: 1728, height: 430 }, 7)).toEqual({ pitch: 38, columns: 45, rows: 11, left: 2, top: 2 })
  })
  test.each([
    ['a text that plain letters show larger', 80, banner],
    ['dots under 3.2 px', 16, { width: 300, height: 24 }],
  ])('none for %s', (_, characters, size) => expect(dotLayout(characters, size)).toBeUndefined())
})

test('the banner is one text, and falls to plain letters when dots cannot say it', () => {
  const { container, rerender } = render(<DotMatrix text="Dragon Multiball" color="#4df08a" />)
  expect(screen.getByText('Dragon Multiball')).toBeInTheDocument()
  expect(container.querySelector('svg path')).toBeInTheDocument()
  rerender(<DotMatrix text={'Long '.repeat(40).trim()} color="#4df08a" />)
  expect(container.querySelector('svg')).not.toBeInTheDocument()
  expect(container).toHaveTextContent('Long Long')
})

test('VSB-02 dots have the colour of text: a system that forces its colours would leave white ones on white', () => {
  const { container } = render(<DotMatrix text="Ball save" color="#ffffff" />)
  const drawing = container.querySelector('svg')!
  expect(drawing.style.color).toBe('')
  expect(drawing.parentElement).toHaveStyle({ color: '#ffffff' })
  expect(drawing.querySelector('path')).toHaveAttribute('stroke', 'currentColor')
})

test('VSB-07 a new mode lights by columns, one in rotation is cut in', () => {
  const { container, rerender } = render(<DotMatrix text="A" color="#4df08a" isNew />)
  expect(container.querySelector('.lighting')).toBeInTheDocument()
  rerender(<DotMatrix text="A" color="#4df08a" />)
  expect(container.querySelector('.lighting')).not.toBeInTheDocument()
})
