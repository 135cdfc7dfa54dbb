// What sets digits in the widths below needs their face; a list's thumbnails have no other part of a board.
import './digits.css'

// One grouping for everybody: the separators of the segment digits are drawn as commas. Making a formatter of Intl takes
// longer than the first paint of a board.
const thousands = /\B(?=(?:\d{3})+$)/g

/** 1284906530n → '1,284,906,530', exact at any size. */
export const formatScore = (score: bigint) => String(score).replace(thousands, ',')

/** How many cells a score takes: one for each digit, and one for its minus. */
export const digitCount = (score: bigint) => String(score).length

/** The most digits seen in a game. */
export interface LongestScore {
  game: number
  digits: number
}

/**
 * The digits that every score of a board is given room for: only growing during a game, so that nothing shrinks and swells.
 * Answers the same object while nothing changed.
 */
export function longestScore(before: LongestScore | undefined, game: number, scores: readonly bigint[]): LongestScore {
  const kept = before?.game === game ? before : undefined
  const digits = Math.max(kept?.digits ?? 0, ...scores.map(digitCount))
  return kept?.digits === digits ? kept : { game, digits }
}

/** Width of a compact score in em: .418 a digit, .20 a separator. */
export const numeralsWidth = (digits: number) => Math.round(418 * digits + 200 * Math.floor((digits - 1) / 3)) / 1000

/** The place of a score among the scores of its game, from 1; equal scores share the better place. */
export const rankOf = (score: bigint, scores: readonly bigint[]) => 1 + scores.filter((other) => other > score).length

const places = ['1st Place', '2nd Place', '3rd Place', '4th Place']

/** '1st Place' to '4th Place'; '' beyond. */
export const placeName = (rank: number) => places[rank - 1] ?? ''
