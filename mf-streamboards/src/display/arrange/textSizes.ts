import { numeralsWidth } from '@multiball/shared/display'
import type { Cell, Heading } from './arrangement'

/** Digits are lower than their font is high, with their commas, too. */
const digitHeight = 0.9
/** Sized as if for so many, so that the digits of a good game change neither face nor size. */
const usualDigits = 10

/** Font size, in px, of the largest score of so many digits that fits such room, in px. */
const scoreSize = ({ width, height }: { width: number; height: number }, digits: number) =>
  Math.floor(Math.min(height / digitHeight, width / numeralsWidth(Math.max(digits, usualDigits))))

/** How the texts of a cell are set; sizes in px. */
interface CellType {
  padding: { x: number; y: number }
  name: number
  /** of the line that says more of a player */
  more: number
  morePlace: 'below' | 'beside'
  score: number
  /** between name and score, where they stand below each other */
  gap: number
}

interface CellText {
  /** see Canvas */
  unit: number
  digits: number
  /** info or address is to be shown */
  hasMore: boolean
  /** letters of the longest name of the machine's players */
  nameLength: number
}

const largestName = { one: 46, two: 36, four: 28 }
/** A long name is set smaller before it is cut short. */
const smallestName = 26
const letterWidth = 0.38
const nameShare = { one: 0.3, two: 0.27, four: 0.25 }
const lineHeight = { name: 1.15, more: 1.25 }
/** The score's share of a line; the name has the rest, most of all where there is little. */
const scoreShare = { wide: 0.58, narrow: 0.5 }
const narrowUnits = 560

const between = (least: number, size: number, most: number) => Math.max(least, Math.min(size, most))

/** Sizes that fill a cell and never overflow it: names may be cut short, scores never are. */
export const cellType = (cell: Cell, text: CellText): CellType =>
  cell.form === 'stack' ? stacked(cell, text) : inLine(cell, text)

function stacked({ box: { width, height }, style }: Cell, { unit, digits, hasMore, nameLength }: CellText): CellType {
  const padding = { x: 14 * unit, y: between(4 * unit, height * 0.07, 12 * unit) }
  const isBelow = hasMore && height >= (width < 420 * unit ? 104 : 140) * unit
  const largest = between(20 * unit, height * nameShare[style], largestName[style] * unit)
  const name = between(
    Math.min(largest, smallestName * unit),
    (width - 2 * padding.x) / (nameLength * letterWidth),
    largest,
  )
  const more = between(15 * unit, height * 0.13, 20 * unit)
  const above = name * lineHeight.name + (isBelow ? more * lineHeight.more : 0)
  const room = { width: width - 2 * padding.x, height: height - 2 * padding.y - above - 4 * unit }
  const score = scoreSize(room, digits)
  // Where there is room to spare, name and score keep together in the middle.
  const gap = between(4 * unit, (room.height - score * digitHeight) / 2, 18 * unit)
  return { padding, name, more, morePlace: isBelow ? 'below' : 'beside', score, gap }
}

function inLine({ box: { width, height }, style }: Cell, { unit, digits, hasMore }: CellText): CellType {
  const padding = { x: 16 * unit, y: 0 }
  const isBelow = hasMore && height >= 38 * unit
  const isNarrow = width < narrowUnits * unit
  const most = (largestName[style] + (isNarrow ? 0 : 4)) * unit
  const name = between(18 * unit, height * (isBelow ? 0.48 : 0.62), most)
  const more = between(13 * unit, height * 0.32, 20 * unit)
  const room = { width: (width - 2 * padding.x) * scoreShare[isNarrow ? 'narrow' : 'wide'], height: height * 0.8 }
  return { padding, name, more, morePlace: isBelow ? 'below' : 'beside', score: scoreSize(room, digits), gap: 0 }
}

/** Width of a capital of the heavy condensed face, in em. */
const capitalWidth = 0.44
/** Left and right of a heading. */
const paddingUnits = 30

/** Above, between and below the parts of a plate, and the ball and the mode under its title. */
const plateUnits = 76
const titleLineHeight = 1.02

/** How large, in px, a machine's title is set: as large as its heading allows, smaller the longer it is. */
export function titleSize(
  { box, form, parts }: Pick<Heading, 'box' | 'form' | 'parts'>,
  title: string,
  unit: number,
): number {
  const ofHeight = { plate: 0.24, lines: 1, line: 0.64 }[form]
  const largest = Math.min((form === 'plate' ? 44 : 34) * unit, box.height * ofHeight)
  const lines = form === 'plate' ? 1.8 : 1
  const share = form === 'line' && parts.includes('mode') ? 0.5 : form === 'lines' ? 0.72 : 0.86
  const longestWord = Math.max(...title.split(/[\s-]/).map(({ length }) => length))
  const letters = Math.max(title.length / lines, form === 'plate' ? longestWord : 8)
  const width = box.width - paddingUnits * unit
  const size = Math.min(largest, (width * share) / (letters * capitalWidth))
  const hasTwoLines = form === 'plate' && size * title.length * capitalWidth > width
  const high = hasTwoLines ? (box.height - plateUnits * unit) / (2 * titleLineHeight) : size
  const least = form === 'line' ? 14 : 20
  return Math.round(Math.max(least * unit, Math.min(size, high)))
}
