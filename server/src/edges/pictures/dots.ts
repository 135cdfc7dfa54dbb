import { dotCapitals, dotColumns, dotGlyphs, glyphAdvance, glyphHeight, glyphWidth } from '@multiball/shared/glyphs'

const restingRows = 11
/** px from dot to dot: smaller ones are not seen as dots. */
const smallestPitch = 3

interface DotField {
  left: number
  top: number
  width: number
  height: number
}

/** What draws a banner in dots, and the patterns that it names; undefined for a text that is too long or has other letters. */
export function drawDots(
  text: string,
  { left, top, width, height }: DotField,
  color: string,
): { shapes: string; patterns: string } | undefined {
  const capitals = dotCapitals(text)
  if (capitals === undefined) return undefined
  const length = dotColumns(capitals.length)
  const pitch = Math.floor(Math.min(height / restingRows, width / (length + 4)))
  if (pitch < smallestPitch) return undefined
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)]
  const [column, row] = [Math.floor((columns - length) / 2), Math.floor((rows - glyphHeight) / 2)]
  // A whole row of dots is one shape, filled with a pattern: thousands of circles would take longer than all the rest.
  let lit = ''
  for (const [index, character] of [...capitals].entries()) {
    for (const [y, digit] of [...dotGlyphs[character]!].entries()) {
      const bits = Number.parseInt(digit, 32).toString(2).padStart(glyphWidth, '0')
      for (const { 0: run, index: x } of bits.matchAll(/1+/g)) {
        lit += `M${(column + index * glyphAdvance + x) * pitch} ${(row + y) * pitch}h${run.length * pitch}v${pitch}h-${run.length * pitch}z`
      }
    }
  }
  const [on, off] = [`on${pitch}${color.slice(1)}`, `off${pitch}${color.slice(1)}`]
  const pattern = (id: string, radius: number, opacity: number) =>
    `<pattern id="${id}" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse"><circle cx="${pitch / 2}" cy="${pitch / 2}" r="${pitch * radius}" fill="${color}" fill-opacity="${opacity}"/></pattern>`
  const place = `translate(${Math.round(left + (width - columns * pitch) / 2)} ${Math.round(top + (height - rows * pitch) / 2)})`
  return {
    patterns: pattern(on, 0.44, 1) + pattern(off, 0.33, 0.17),
    shapes: `<g transform="${place}"><rect width="${columns * pitch}" height="${rows * pitch}" fill="url(#${off})"/><path d="${lit}" fill="url(#${on})"/></g>`,
  }
}
