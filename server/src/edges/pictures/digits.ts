import { litDigits, segmentsWidth, slant, unlitCells } from '@multiball/shared/glyphs'

/** How wide a number such as '1284906' is beside its height of 1. */
export const digitsWidth = (digits: string): number => segmentsWidth(digits.length)

/** A number in the wall's segments, whose right edge and middle are there, `height` px high. */
export function drawDigits(
  digits: string,
  right: number,
  middle: number,
  height: number,
  color: string,
  glows: boolean,
): string {
  const on = litDigits(digits)
  const place = `translate(${right - digitsWidth(digits) * height} ${middle - height / 2}) scale(${height / 100}) ${slant}`
  // The wall's digits glow for the player who is up; no other part of a picture takes as long.
  const glow = glows
    ? `<path fill="none" stroke-opacity=".16" stroke="${color}" stroke-width="14" stroke-linejoin="round" d="${on}"/>`
    : ''
  return `<g transform="${place}" fill="${color}"><path fill-opacity=".08" d="${unlitCells(digits.length)}"/>${glow}<path d="${on}"/></g>`
}
