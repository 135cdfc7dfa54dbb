/*
 * Our own dot-matrix capitals, 5 dots wide and 7 high. A glyph is its seven rows from the top, each row
 * five dots read as one base-32 digit: '4' is ..#.., 'h' is #...#, 'v' is #####.
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

const alike: Record<string, string> = {
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

/** from one character to the next */
export const glyphAdvance = 6
export const glyphWidth = 5
export const glyphHeight = 7

/** The text as these capitals can say it; undefined when a character has no drawing. */
export function dotCapitals(text: string): string | undefined {
  const plain = [
    ...text
      .toUpperCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, ''),
  ]
    .map((character) => alike[character] ?? character)
    .join('')
  return [...plain].every((character) => character in dotGlyphs) ? plain : undefined
}

/** Columns that so many characters take. */
export const dotColumns = (characters: number) => (characters === 0 ? 0 : characters * glyphAdvance - 1)

/** An SVG path with a zero-length stroke for each lit dot; draw it with round caps. `left` and `top` in dots. */
export function dotPath(capitals: string, left: number, top: number): string {
  let path = ''
  for (const [index, character] of [...capitals].entries()) {
    const rows = dotGlyphs[character] ?? ''
    for (let y = 0; y < glyphHeight; y++) {
      const row = Number.parseInt(rows[y] ?? '0', 32)
      for (let x = 0; x < glyphWidth; x++) {
        if (row & (1 << (glyphWidth - 1 - x))) path += `M${left + index * glyphAdvance + x + 0.5} ${top + y + 0.5}h0`
      }
    }
  }
  return path
}
