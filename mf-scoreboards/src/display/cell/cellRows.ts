import { numeralsWidth, type Size } from '@multiball/shared/display'

/** How the rows of a cell are set; lengths are in em of the cell's type. */
interface CellRows {
  name: number
  score: number
  /** most of the cell's inner width that a score takes */
  scoreShare: number
  /** below the name, beside it, or beside it without the word */
  place: 'below' | 'beside' | 'short'
}

const types: Record<number, Pick<CellRows, 'name' | 'score'>> = {
  2: { name: 1.14, score: 1.6 },
  3: { name: 1.04, score: 1.3 },
  4: { name: 0.9, score: 1.13 },
  5: { name: 0.73, score: 0.9 },
  6: { name: 0.63, score: 0.77 },
}
/** Of all rows together; where a cell is higher for its width, their type grows by at most so much. */
const usualHeight = 4.26
const mostGrown = 1.4
/** Above its place a name is no larger, and no smaller than this share of what it would be alone. */
const largestAbovePlace = 1
const leastOfName = 0.86
const lineHeight = 1.16
const placeShare = 0.74
const largestPlace = 0.66
/** Slot number and gaps of a row. */
const taken = 1.7
/** Names of so many letters are whole. */
const nameLetters = 9
const letter = 0.31
/** "1st Place" on its ground, of its own size */
const placeWidth = 3.4

/** px, as Cell.module.css has them. */
function lengthsOf({ width, height }: Size) {
  const unit = height * 0.1288
  const inner = width * 0.932
  return { unit, inner, type: Math.min(unit, inner / 9.6) }
}

/** px; a machine's own figures are hard to read below, compact numerals are not. */
const smallestFigures = 32

/**
 * The size of a machine's own figures in rows, as wide as the numerals would be, in em of the cell's type; undefined where
 * they would be too small.
 * @param width of the longest score in them, em
 */
export function figuresSize(size: Size, { score, scoreShare }: CellRows, digits: number, width: number): number | undefined {
  const { inner, type } = lengthsOf(size)
  const figures = Math.min(score * numeralsWidth(digits), (scoreShare * inner) / type) / width
  return figures * type < smallestFigures ? undefined : figures
}

/**
 * How the rows of a cell are set.
 * @param size of the cell, px
 * @param players 2 to 6
 * @param digits of the longest score
 * @param isRanked rows have places
 */
export function cellRows({ width, height }: Size, players: number, digits: number, isRanked: boolean): CellRows {
  const usual = types[players] ?? types[6]!
  if (width === 0) return { ...usual, scoreShare: 0.56, place: 'beside' }
  const { unit, inner, type } = lengthsOf({ width, height })
  // What is above the rows, then each row's share of the rest.
  const head = 2.94 * Math.min(unit, 1.15 * type)
  const rowHeight = (height * 0.928 - head) / players / type
  const grown = Math.min(mostGrown, Math.max(1, rowHeight / (usualHeight / players)))
  const name = Math.min(types[2]!.name, usual.name * grown)
  const score = Math.min(types[2]!.score, usual.score * grown)
  if (!isRanked) return { name, score, scoreShare: 0.56, place: 'beside' }
  const placeSize = Math.min(largestPlace, placeShare * name)
  const wanted = Math.min(name, largestAbovePlace)
  const above = Math.min(wanted, rowHeight / lineHeight - placeSize)
  if (above >= leastOfName * Math.min(usual.name, largestAbovePlace)) return { name: above, score, scoreShare: 0.56, place: 'below' }
  const scoreShare = 0.48
  const scoreWidth = Math.min(score * numeralsWidth(digits), (scoreShare * inner) / type)
  const room = inner / type - taken - scoreWidth
  return { name, score, scoreShare, place: room > nameLetters * letter * name + placeWidth * placeSize ? 'beside' : 'short' }
}
