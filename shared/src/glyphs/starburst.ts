import {
  around,
  comma,
  flipped,
  mirrored,
  path,
  sevenSegments,
  unlitCells,
  type DigitShapes,
  type Point,
} from './segments'

/*
 * Our own digits of fourteen segments, in the cells of the seven: thinner strokes, the bar in two halves, and six inner
 * strokes that meet in the middle. i to n go around: upper left, up, upper right, lower left, down, lower right.
 */
const top: Point[] = [
  [6, 0],
  [50, 0],
  [52.4, 2.4],
  [43.6, 11.2],
  [12.4, 11.2],
  [3.6, 2.4],
]
const upperLeft: Point[] = [
  [0, 6],
  [2.4, 3.6],
  [11.2, 12.4],
  [11.2, 43.4],
  [5.5, 49.1],
  [0, 49.1],
]
const bar: Point[] = [
  [6.9, 50],
  [12.5, 44.4],
  [23.4, 44.4],
  [27.1, 50],
  [23.4, 55.6],
  [12.5, 55.6],
]
const up: Point[] = [
  [23.4, 13],
  [32.6, 13],
  [32.6, 40.4],
  [28, 47.4],
  [23.4, 40.4],
]
const aslant: Point[] = [
  [12.8, 12.8],
  [18.6, 12.8],
  [22.2, 25],
  [22.2, 43.2],
  [17.4, 43.2],
  [12.8, 29],
]

const segments = {
  ...around(top, upperLeft),
  g: bar,
  h: mirrored(bar),
  i: aslant,
  j: up,
  k: mirrored(aslant),
  l: flipped(aslant),
  m: flipped(up),
  n: mirrored(flipped(aslant)),
}

const lit: Record<string, string> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abdegh',
  '3': 'abcdgh',
  '4': 'bcfgh',
  '5': 'acdfgh',
  '6': 'acdefgh',
  '7': 'abc',
  '8': 'abcdefgh',
  '9': 'abcdfgh',
  A: 'abcefgh',
  B: 'abcdhjm',
  C: 'adef',
  D: 'abcdjm',
  E: 'adefg',
  F: 'aefg',
  G: 'acdefh',
  H: 'bcefgh',
  I: 'adjm',
  J: 'bcde',
  K: 'efgkn',
  L: 'def',
  M: 'bcefik',
  N: 'bcefin',
  O: 'abcdef',
  P: 'abefgh',
  Q: 'abcdefn',
  R: 'abefghn',
  S: 'acdfgh',
  T: 'ajm',
  U: 'bcdef',
  V: 'efkl',
  W: 'bcefln',
  X: 'ikln',
  Y: 'ikm',
  Z: 'adkl',
  ' ': '',
  '-': 'gh',
  '+': 'ghjm',
  '*': 'ghijklmn',
  '/': 'kl',
  '=': 'dgh',
  _: 'd',
  "'": 'j',
  '"': 'fj',
  '(': 'kn',
  '[': 'kn',
  '<': 'kn',
  ')': 'il',
  ']': 'il',
  '>': 'il',
  $: 'acdfghjm',
  '&': 'adegijn',
  '!': 'jm',
  '?': 'abhm',
  '%': 'cfkl',
  '×': 'ikln',
}

const draw = (character: string, left = 0) =>
  [...(lit[character] ?? '')].map((name) => path(segments[name as keyof typeof segments], left)).join('')

const digitCells = new Map([...'0123456789-'].map((character) => [character, draw(character)]))
const commaPath = path(comma)

/** Scores on a display that can write, too. */
export const starburst: DigitShapes = {
  ...sevenSegments,
  litCell: (character, hasComma) => {
    const cell = digitCells.get(character) ?? ''
    return cell && hasComma && character !== '-' ? cell + commaPath : cell
  },
  unlitCells: (digits) => unlitCells(digits, Object.values(segments)),
}

/** Units from one cell of a text to the next. */
export const textAdvance = 68

const every = Object.values(segments)

/** All segments of so many cells of a text. */
export const unlitText = (count: number): string =>
  Array.from({ length: count }, (_, index) => every.map((points) => path(points, index * textAdvance)).join('')).join(
    '',
  )

/** A text cell by cell: full stops and commas stand in the cell before them. Undefined when a character has no drawing. */
export function textCells(capitals: string): string[] | undefined {
  const cells = capitals.replace(/\.{2,}$/, '').match(/[^.,:;][.,:;]?|[.,:;]/g) ?? []
  return cells.every(([character]) => character! in lit || '.,:;'.includes(character!)) ? cells : undefined
}

/** What is lit of such cells, from the cell `first` on. */
export const litText = (cells: readonly string[], first: number): string =>
  cells
    .map((cell, at) => {
      const left = (first + at) * textAdvance
      const dot = /[.,:;]/.test(cell) ? path(comma.slice(0, 3).concat([[64, 100]]), left) : ''
      return draw(cell[0] ?? '', left) + dot
    })
    .join('')
