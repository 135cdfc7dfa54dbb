// One grouping for everybody: the separators of the segment digits are drawn as commas. Making a formatter of Intl takes
// longer than the first paint of a board.
const thousands = /\B(?=(?:\d{3})+$)/g

/** 1284906530n → '1,284,906,530', exact at any size. */
export const formatScore = (score: bigint) => String(score).replace(thousands, ',')

/** How many cells a score takes: one for each digit, and one for its minus. */
export const digitCount = (score: bigint) => String(score).length

const fewestDigits = 9

/** The most digits seen in a game. */
export interface LongestScore {
  game: number
  digits: number
}

/**
 * The digits that every score of a board is given room for: never under 9, and only growing during a
 * game, so that nothing shrinks and swells. Answers the same object while nothing changed.
 */
export function longestScore(before: LongestScore | undefined, game: number, scores: readonly bigint[]): LongestScore {
  const kept = before?.game === game ? before : undefined
  const digits = Math.max(fewestDigits, kept?.digits ?? 0, ...scores.map(digitCount))
  return kept?.digits === digits ? kept : { game, digits }
}
