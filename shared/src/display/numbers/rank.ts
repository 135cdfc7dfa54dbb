/** The place of a score among the scores of its game, from 1; equal scores share the better place. */
export const rankOf = (score: bigint, scores: readonly bigint[]) => 1 + scores.filter((other) => other > score).length

const places = ['1st Place', '2nd Place', '3rd Place', '4th Place']

/** '1st Place' to '4th Place'; '' beyond. */
export const placeName = (rank: number) => places[rank - 1] ?? ''
