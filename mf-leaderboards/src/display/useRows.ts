import { digitCount } from '@multiball/shared/display'
import type { LeaderboardScores } from '@multiball/shared/schema'
import { useMemo } from 'react'
import { placesOf } from './places'
import type { Place } from './places'
import { scoreRows } from './scoreRows'

interface Rows {
  places: Place[]
  isEmpty: boolean
  /** of the best score, and of the longest; never under 9 */
  bestDigits: number
  digits: number
  /** another text when a row came, went, moved or got another name */
  moment: string
}

const fewestDigits = 9

/** The places of a list of `count` rows, and what their type is sized by. */
export function useRows(scores: LeaderboardScores, count: number): Rows {
  return useMemo(() => {
    const rows = scoreRows(scores, count)
    const lengths = rows.map(({ score }) => digitCount(score))
    return {
      places: placesOf(rows, count),
      isEmpty: rows.length === 0,
      bestDigits: Math.max(fewestDigits, lengths[0] ?? 0),
      digits: Math.max(fewestDigits, ...lengths),
      moment: rows.map(({ key, name }) => `${key} ${name}`).join('\n'),
    }
  }, [scores, count])
}
