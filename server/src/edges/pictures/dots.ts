/*
 * The wall's dot matrix in pictures. Its letters are those of shared/src/display/dots, which the server does not load (a
 * test keeps them alike): 5 dots wide and 7 high, each row read as one base-32 digit.
 */

export const dotGlyphs: Record<string, string> = {
  ' ': '0000000',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhe',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  '0': 'ehhhhhe',
  '1': '4c4444e',
  '2': 'eh1248v',
  '3': 'v2421he',
  '4': '26aiv22',
  '5': 'vgu11he',
  '6': '68guhhe',
  '7': 'v124888',
  '8': 'ehhehhe',
  '9': 'ehhf12c',
  '.': '00000cc',
  ',': '0000c48',
  '!': '4444404',
  '?': 'eh12404',
  "'": '4480000',
  '"': 'aa00000',
  '-': '000v000',
  '+': '044v440',
  '/': '01248g0',
  ':': '0cc0cc0',
  ';': '0cc0c48',
  '(': '2488842',
  ')': '8422248',
  '&': 'cik8lid',
  '#': 'aavavaa',
  '%': 'op248j3',
  '*': '04lel40',
  '=': '00v0v00',
  $: '4fke5u4',
  '@': 'eh1dlle',
  _: '000000v',
  '<': '248g842',
  '>': '8421248',
  '[': 'e88888e',
  ']': 'e22222e',
  '×': '0ha4ah0',
}

export const dotsAlike: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '…': '...',
  Ø: 'O',
  Đ: 'D',
  Ł: 'L',
  Æ: 'AE',
  Œ: 'OE',
}

const [advance, glyphWidth, glyphHeight, restingRows] = [6, 5, 7, 11]
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
  const capitals = [
    ...text
      .toUpperCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, ''),
  ]
    .map((character) => dotsAlike[character] ?? character)
    .join('')
  const length = capitals.length * advance - 1
  const pitch = Math.floor(Math.min(height / restingRows, width / (length + 4)))
  if (pitch < smallestPitch || ![...capitals].every((character) => character in dotGlyphs)) return undefined
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)]
  const [column, row] = [Math.floor((columns - length) / 2), Math.floor((rows - glyphHeight) / 2)]
  // A whole row of dots is one shape, filled with a pattern: thousands of circles would take longer than all the rest.
  let lit = ''
  for (const [index, character] of [...capitals].entries()) {
    for (const [y, digit] of [...dotGlyphs[character]!].entries()) {
      const bits = Number.parseInt(digit, 32).toString(2).padStart(glyphWidth, '0')
      for (const { 0: run, index: x } of bits.matchAll(/1+/g)) {
        lit += `M${(column + index * advance + x) * pitch} ${(row + y) * pitch}h${run.length * pitch}v${pitch}h-${run.length * pitch}z`
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
