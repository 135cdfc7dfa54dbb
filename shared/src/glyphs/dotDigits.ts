import type { DigitShapes } from './segments'

/*
 * Our own digits for a dot matrix, 7 dots wide and 11 high with strokes of two. A glyph is its rows from the top, each row
 * seven dots read as two hexadecimal digits: '3e' is .#####., '7f' is #######.
 */
const glyphs: Record<string, string> = {
  '0': '3e7f636363636363637f3e',
  '1': '0c1c3c0c0c0c0c0c0c3f3f',
  '2': '3e7f6303070e1c38707f7f',
  '3': '3e7f63031e1e0303637f3e',
  '4': '060e1e3666667f7f060606',
  '5': '7f7f60607e7f0303637f3e',
  '6': '3e7f63607e7f6363637f3e',
  '7': '7f7f030606060c0c181818',
  '8': '3e7f63633e3e6363637f3e',
  '9': '3e7f6363637f3f03637f3e',
  '-': '00000000007e7e00000000',
}

const glyphWidth = 7
export const dotRows = 14
const advance = glyphWidth + 1
const commaAdvance = 3
/** Unlit dots above, and left and right of the digits. */
const margin = 1

/** A run of dots: a dashed line whose dashes are points with round ends. A little longer, or its last dot were lost to rounding. */
const run = (x: number, y: number, dots: number) => `M${x + 0.5} ${y + 0.5}h${dots - 1 + 0.2}`

function draw(glyph: string): string {
  let path = ''
  for (let y = 0; y < glyph.length / 2; y++) {
    const row = Number.parseInt(glyph.slice(2 * y, 2 * y + 2), 16)
      .toString(2)
      .padStart(glyphWidth, '0')
    for (const dots of row.matchAll(/1+/g)) path += run(dots.index, y + margin, dots[0].length)
  }
  return path
}

const cells = new Map(Object.entries(glyphs).map(([character, glyph]) => [character, draw(glyph)]))
const comma = [run(8, 10, 2), run(8, 11, 2), run(9, 12, 1), run(8, 13, 1)].join('')

const separators = (digits: number) => Math.floor((digits - 1) / 3)
const columns = (digits: number) => advance * digits - 1 + commaAdvance * separators(digits) + 2 * margin

/** Digits on a matrix of dots. */
export const dotDigits: DigitShapes = {
  litCell: (character, hasComma) => {
    const cell = cells.get(character) ?? ''
    return cell && hasComma && character !== '-' ? cell + comma : cell
  },
  unlitCells: (digits) => Array.from({ length: dotRows }, (_, y) => run(0, y, columns(digits))).join(''),
  cellLeft: (index, digits) =>
    margin + index * advance + commaAdvance * (separators(digits) - Math.floor((digits - 1 - index) / 3)),
  width: (digits) => Math.round((columns(digits) / dotRows) * 1000) / 1000,
  transform: `scale(${100 / dotRows})`,
}
