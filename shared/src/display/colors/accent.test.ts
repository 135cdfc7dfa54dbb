import { parseColor } from '@multiball/shared/schema'
import { contrast, paletteFor } from './palette'

const ratio = (one: string, other: string) => contrast(parseColor(one)!, parseColor(other)!)
const accents = ['#000000', '#ffffff', '#0055ff', '#ffb000', '#7a1f1f', '#808080']

test.each(
  accents.flatMap((accent) => ['#000', '#fff', '#1b3a5c', '#f4e9c8'].map((background) => [accent, background])),
)('an accent of %s is read on %s, and on the black panels', (accent, background) => {
  const { page, gold, accents: onPanels, pageAccents } = paletteFor(background!, accent)
  for (const color of [gold, ...pageAccents]) expect(ratio(color, page)).toBeGreaterThanOrEqual(7)
  for (const color of onPanels) expect(ratio(color, '#000000')).toBeGreaterThanOrEqual(7)
  expect([new Set(onPanels).size, new Set(pageAccents).size, onPanels.length]).toEqual([1, 1, 6])
})

test.each(['', 'red', '#12', 'url(x)'])('%j is no accent: the palette is the board’s own', (accent) =>
  expect(paletteFor('#123456', accent)).toEqual(paletteFor('#123456')),
)
