/*
 * Our own segment digits. A cell is 56 wide and 100 high, strokes are 15 thick, 1.7 apart and mitred at
 * 45 degrees, outer corners are cut by 6. 1 em is 100 units.
 */
const width = 56
const middle = 50
const stroke = 15
export type Point = readonly [x: number, y: number]

/** Digits that can be lit cell by cell; lengths are in units of the drawing before its transform, which makes it 100 high. */
export interface DigitShapes {
  /** the lit path of one cell; '' for a blank one, which lights no comma either */
  litCell(character: string, hasComma: boolean): string
  /** everything of so many cells that can be lit */
  unlitCells(digits: number): string
  cellLeft(index: number, digits: number): number
  /** of so many digits, in em */
  width(digits: number): number
  transform: string
}

const top: Point[] = [
  [6, 0],
  [50, 0],
  [52.4, 2.4],
  [39.8, 15],
  [16.2, 15],
  [3.6, 2.4],
]
const upperLeft: Point[] = [
  [0, 6],
  [2.4, 3.6],
  [15, 16.2],
  [15, 41.3],
  [7.15, 49.15],
  [0, 49.15],
]
const bar: Point[] = [
  [8.7, 50],
  [16.2, 42.5],
  [39.8, 42.5],
  [47.3, 50],
  [39.8, 57.5],
  [16.2, 57.5],
]
export const comma: Point[] = [
  [64, 85],
  [79, 85],
  [79, 100],
  [70.5, 114],
  [61.5, 114],
  [67, 100],
  [64, 100],
]

export const mirrored = (points: Point[]): Point[] => points.map(([x, y]) => [width - x, y])
export const flipped = (points: Point[]): Point[] => points.map(([x, y]) => [x, 2 * middle - y])
export const path = (points: readonly Point[], left = 0) => `M${points.map(([x, y]) => `${x + left} ${y}`).join('L')}Z`

/** The six strokes around a cell, made of two of them: a is at the top, the others follow clockwise. */
export const around = (top: Point[], upperLeft: Point[]) => ({
  a: top,
  b: mirrored(upperLeft),
  c: mirrored(flipped(upperLeft)),
  d: flipped(top),
  e: flipped(upperLeft),
  f: upperLeft,
})

const segments = { ...around(top, upperLeft), g: bar }

const lit: Record<string, string> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abdeg',
  '3': 'abcdg',
  '4': 'bcfg',
  '5': 'acdfg',
  '6': 'acdefg',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
}

const draw = (names: string, left = 0) =>
  [...names].map((name) => path(segments[name as keyof typeof segments], left)).join('')

const cells = new Map(Object.entries(lit).map(([character, names]) => [character, draw(names)]))
const commaPath = path(comma)

/** The lit path of one cell; '' for a blank one, which lights no comma either. */
export const litCell = (character: string, hasComma: boolean) => {
  const cell = cells.get(character) ?? ''
  return cell && hasComma && character !== '-' ? cell + commaPath : cell
}

const advance = 66
const commaAdvance = 22
/** Moves the slanted digits so that their rightmost ink ends at the box. */
export const slant = 'translate(4.5 0) skewX(-5)'

/** Whether a comma follows the cell `index` (0 is leftmost) of `digits`. */
export const hasCommaAfter = (index: number, digits: number) => index < digits - 1 && (digits - 1 - index) % 3 === 0

/** Left edge of a cell in units. */
export const cellLeft = (index: number, digits: number) =>
  index * advance + commaAdvance * (Math.floor((digits - 1) / 3) - Math.floor((digits - 1 - index) / 3))

/** Width of so many digits with their separators in em, .04 of it for the slant. */
export const segmentsWidth = (digits: number) => (cellLeft(digits - 1, digits) + width + 4) / 100

/** All segments and commas of so many cells. They never change, so that one path does for all: a wall has dozens of cells. */
export const unlitCells = (digits: number, every: readonly (readonly Point[])[] = Object.values(segments)): string =>
  Array.from({ length: digits }, (_, index) => {
    const shapes = hasCommaAfter(index, digits) ? [...every, comma] : every
    return shapes.map((points) => path(points, cellLeft(index, digits))).join('')
  }).join('')

/** The lit path of a whole number, such as '1284906', with its commas. */
export const litDigits = (digits: string): string =>
  [...digits]
    .map((character, index) => {
      const left = cellLeft(index, digits.length)
      const hasComma = character !== '-' && hasCommaAfter(index, digits.length)
      return draw(lit[character] ?? '', left) + (hasComma ? path(comma, left) : '')
    })
    .join('')

/** What a machine has whose own display nobody knows. */
export const sevenSegments: DigitShapes = { litCell, unlitCells, cellLeft, width: segmentsWidth, transform: slant }

const narrowOne = ['b', 'c'].map((name) => path(segments[name as 'b' | 'c'], (stroke - width) / 2)).join('')

/** Without the unlit segments that would explain it, a 1 at the end of its cell tears a number apart: it stands in the middle. */
export const closeSegments: DigitShapes = {
  ...sevenSegments,
  litCell: (character, hasComma) =>
    character === '1' ? narrowOne + (hasComma ? commaPath : '') : litCell(character, hasComma),
  unlitCells: () => '',
}
