import { parseColor } from '@multiball/shared/schema'
import { contrast, inkOn, paletteFor } from './palette'

const ratio = (one: string, other: string) => {
  const [a, b] = [parseColor(one), parseColor(other)]
  if (!a || !b) throw new Error(`not colours: ${one} ${other}`)
  return contrast(a, b)
}

const backgrounds = [
  '#000',
  '#fff',
  '#777',
  '#f00',
  '#00f',
  '#0f0',
  '#ff0',
  '#0ff',
  '#f0f',
  '#1b3a5c',
  '#f4e9c8',
  '#8a8a8a',
  '#595959',
  '#c0c0c0',
  '#123456',
  '#d01030',
]

test.each(backgrounds)('everything written on %s keeps 7:1', (background) => {
  const { page, ink, ink2, quiet, gold, pageAccents } = paletteFor(background)
  for (const color of [ink, ink2, quiet, gold, ...pageAccents]) expect(ratio(color, page)).toBeGreaterThanOrEqual(7)
})

test('accents on the black panels keep 7:1 on their own tint', () => {
  for (const accent of paletteFor('#fff').accents) expect(ratio(accent, '#000000')).toBeGreaterThan(9)
})

test('black keeps the wall as designed', () => {
  expect(paletteFor('#000')).toMatchObject({
    tone: 'dark',
    page: '#000000',
    ink: '#fff4e0',
    ink2: '#d9d0c0',
    quiet: '#b3aa9b',
  })
  expect(paletteFor('#000').pageAccents).toEqual(paletteFor('#000').accents)
})

test.each([
  ['#f4e9c8', 'light', '#f4e9c8'],
  ['#0b1e4a', 'dark', '#0b1e4a'],
])('%s is a %s wall of its own colour', (background, tone, page) =>
  expect(paletteFor(background)).toMatchObject({ tone, page }),
)

test('a middle tone, on which no ink reads, is painted darker', () => {
  const { tone, page } = paletteFor('#808080')
  expect(tone).toBe('dark')
  expect(page).not.toBe('#808080')
})

test.each(['', 'red', 'url(x)', '#12', 'var(--x)'])('%p is no colour and counts as black', (text) =>
  expect(paletteFor(text).page).toBe('#000000'),
)

test('numbers on an accent are black or white', () => {
  expect(inkOn('#ffc629')).toBe('#000000')
  expect(inkOn('#203040')).toBe('#ffffff')
})
