import { numeralsWidth, type Size } from '@multiball/shared/display'

/** How the rows of a cell are set; lengths are in em of the cell's type. */
interface CellRows {
  name: number
  score: number
  /** most of the cell's inner width that a score takes */
  scoreShare: number
  /** below the name, beside it, or beside it without the word */
  place: 'below' | 'beside' | 'short'
  /** the name stands above its score */
  isStacked: boolean
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
/** Of the inner width: what a score takes beside a name, beside a name with its place, so as to be read from afar, and in a line of its own. */
const shares = { usual: 0.56, ranked: 0.48, most: 0.66, line: 0.93 }
/** Of a name that stands above its score: the score's size, the share of the row that both take, and what of its size beside the name a score keeps. */
const stacked = { score: 1.15, lines: 2.42, leastOfScore: 0.8, largestName: 1.4 }

/** px, as Cell.module.css has them. */
function lengthsOf({ width, height }: Size) {
  const unit = height * 0.1288
  const inner = width * 0.932
  return { unit, inner, type: Math.min(unit, inner / 9.6) }
}

/** px; a machine's own digits are hard to read below, compact numerals are not. */
const smallestDigits = 32

/**
 * The size of a machine's own digits in rows, as wide as the numerals would be, in em of the cell's type; undefined where
 * they would be too small.
 * @param width of the longest score in them, em
 */
export function digitsSize(
  size: Size,
  { score, scoreShare }: CellRows,
  digits: number,
  width: number,
): number | undefined {
  const { inner, type } = lengthsOf(size)
  const ems = Math.min(score * numeralsWidth(digits), (scoreShare * inner) / type) / width
  return ems * type < smallestDigits ? undefined : ems
}

/** Height of a row, in em of the cell's type. */
function rowHeightOf(size: Size, players: number): number {
  const { unit, type } = lengthsOf(size)
  // What is above the rows, then each row's share of the rest.
  const head = 2.94 * Math.min(unit, 1.15 * type)
  return (size.height * 0.928 - head) / players / type
}

/** Type of a row by the height there is for it. */
function typeOf(size: Size, players: number) {
  const usual = types[players] ?? types[6]!
  const grown = Math.min(mostGrown, Math.max(1, rowHeightOf(size, players) / (usualHeight / players)))
  return { name: Math.min(types[2]!.name, usual.name * grown), score: Math.min(types[2]!.score, usual.score * grown) }
}

/**
 * How the rows of a cell are set.
 * @param size of the cell, px
 * @param players 2 to 6
 * @param digits of the longest score
 * @param isRanked rows have places
 * @param least px that a score must have to be read, where the width allows it
 */
export function cellRows(size: Size, players: number, digits: number, isRanked: boolean, least = 0): CellRows {
  const { width, height } = size
  const usual = types[players] ?? types[6]!
  const beside = { scoreShare: shares.usual, place: 'beside', isStacked: false } as const
  if (width === 0) return { ...usual, ...beside }
  const { inner, type } = lengthsOf(size)
  const rowHeight = rowHeightOf(size, players)
  const { name, score } = typeOf(size, players)
  const wanted = (Math.min(least, score * type) * numeralsWidth(digits)) / inner
  const shareOf = (share: number) => Math.max(share, Math.min(shares.most, wanted))

  const above = Math.min(stacked.largestName, rowHeight / stacked.lines)
  const scoreBeside = Math.min(
    score,
    (shareOf(isRanked ? shares.ranked : shares.usual) * inner) / type / numeralsWidth(digits),
  )
  if (height > width && above * stacked.score >= stacked.leastOfScore * scoreBeside)
    return { name: above, score: above * stacked.score, scoreShare: shares.line, place: 'beside', isStacked: true }

  if (!isRanked) return { ...beside, name, score, scoreShare: shareOf(shares.usual) }
  const placeSize = Math.min(largestPlace, placeShare * name)
  const abovePlace = Math.min(name, largestAbovePlace, rowHeight / lineHeight - placeSize)
  if (abovePlace >= leastOfName * Math.min(usual.name, largestAbovePlace)) {
    return { name: abovePlace, score, scoreShare: shareOf(shares.usual), place: 'below', isStacked: false }
  }
  const scoreShare = shareOf(shares.ranked)
  const scoreWidth = Math.min(score * numeralsWidth(digits), (scoreShare * inner) / type)
  const room = inner / type - taken - scoreWidth
  return {
    name,
    score,
    scoreShare,
    place: room > nameLetters * letter * name + placeWidth * placeSize ? 'beside' : 'short',
    isStacked: false,
  }
}

/** Type that is read from five metres on a screen 1080 px high. */
const readable = 29 / 1080

/** px of the smallest type that is read from afar on a screen, whichever way it is held. */
export const leastType = ({ width, height }: Size): number => readable * Math.min(width, height)

/**
 * How many players a cell shows at a time: all of them, or as many as can be read from afar, two at least.
 * @param least px
 */
export function rowsAtATime(size: Size, players: number, least: number): number {
  const { type } = lengthsOf(size)
  const isReadable = (count: number) => {
    const { name, score } = typeOf(size, count)
    return Math.min(name, score) * type >= least
  }
  let count = players
  while (size.width > 0 && count > 2 && !isReadable(count)) count -= 1
  return count
}

/**
 * The lines on a page of `count`, in their order. Who is up, or who won, is on every page, and the others take turns beside them.
 * @param turn any whole number; the pages follow it
 */
export function pageOf<Line extends { isLit: boolean }>(
  lines: readonly Line[],
  count: number,
  turn: number,
): readonly Line[] {
  if (lines.length <= count) return lines
  const lit = lines.find(({ isLit }) => isLit)
  const others = lines.filter((line) => line !== lit)
  const each = lit ? count - 1 : count
  const pages = Math.ceil(others.length / each)
  // The last page is as full as the others.
  const first = Math.min((turn % pages) * each, others.length - each)
  const page = others.slice(first, first + each)
  return lines.filter((line) => line === lit || page.includes(line))
}
