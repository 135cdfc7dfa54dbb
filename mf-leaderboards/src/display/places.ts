import type { ScoreRow } from './scoreRows'

/** A place of the list: one with a score, or one that is still to be had. */
export type Place = { type: 'taken'; row: ScoreRow } | { type: 'open'; position: number }

/** `count` places in their order; the open ones follow the scores. */
export const placesOf = (rows: readonly ScoreRow[], count: number): Place[] =>
  Array.from({ length: count }, (_, at) => {
    const row = rows[at]
    return row ? { type: 'taken', row } : { type: 'open', position: at + 1 }
  })
