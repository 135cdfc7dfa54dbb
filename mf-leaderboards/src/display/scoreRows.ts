import { cleanName, digitCount, nameOfPlayer, useNow } from '@multiball/shared/display'
import { scoreFromWire, type LeaderboardScores } from '@multiball/shared/schema'
import { useMemo } from 'react'
import type { BoardView } from './boardView'

/** One score as the board shows it. */
export interface ScoreRow {
  /** the same for the same score wherever it moves, and whoever claims it */
  key: string
  position: number
  name: string
  /** that the player chose, or '' */
  initials: string
  /** on which it was made, or '' */
  machine: string
  score: bigint
  /** among the newest of this evening */
  isRecent: boolean
  /** the board has older ones, too, so that its row says so */
  isNew: boolean
}

const eveningMs = 6 * 3_600_000
const mostRecent = 3

/**
 * The best scores of a state, best first, at most `most` of them.
 * @param nowMs by the screen's clock
 * @param marksNew see BoardView
 */
export function scoreRows({ data }: LeaderboardScores, most: number, nowMs: number, marksNew: boolean): ScoreRow[] {
  const seen = new Map<string, number>()
  const scores = (data[0]?.scores ?? []).slice(0, most)
  // A screen whose clock is far off knows of no evening.
  const tonight = scores.filter(({ settled_on }) => Math.abs(nowMs - Date.parse(settled_on)) < eveningMs)
  const newestFirst = [...tonight].sort((one, other) => Date.parse(other.settled_on) - Date.parse(one.settled_on))
  const recent = new Set(newestFirst.slice(0, mostRecent))
  return scores.map((row) => {
    const made = `${row.settled_on} ${row.score}`
    // Equal scores of one game are told apart by their order.
    const times = seen.get(made) ?? 0
    seen.set(made, times + 1)
    return {
      key: `${made} ${times}`,
      position: row.position,
      name: nameOfPlayer(row.player) ?? 'Guest',
      initials: row.player?.initials ?? '',
      machine: cleanName(row.machine ?? ''),
      score: scoreFromWire(row.score),
      isRecent: recent.has(row),
      isNew: marksNew && recent.has(row) && tonight.length < scores.length,
    }
  })
}

/** What a row's element says of it to styles, and to the motion of rows. */
export const marksOf = ({ isRecent, isNew }: ScoreRow) => ({
  'data-recent': isRecent || undefined,
  'data-new': isNew || undefined,
})

/** A place of the list: one with a score, or one that is still to be had. */
export type Place = { type: 'taken'; row: ScoreRow } | { type: 'open'; position: number }

/** `count` places in their order; the open ones follow the scores. */
const placesOf = (rows: readonly ScoreRow[], count: number): Place[] =>
  Array.from({ length: count }, (_, at) => {
    const row = rows[at]
    return row ? { type: 'taken', row } : { type: 'open', position: at + 1 }
  })

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
/** How often rows look whether they are still new. */
const lookMs = 600_000

/** The places of a list of `count` rows, and what their type is sized by. */
export function useRows(scores: LeaderboardScores, count: number, { marksNew }: BoardView): Rows {
  const now = useNow(lookMs)
  return useMemo(() => {
    const rows = scoreRows(scores, count, now, marksNew)
    const lengths = rows.map(({ score }) => digitCount(score))
    return {
      places: placesOf(rows, count),
      isEmpty: rows.length === 0,
      bestDigits: Math.max(fewestDigits, lengths[0] ?? 0),
      digits: Math.max(fewestDigits, ...lengths),
      moment: rows.map(({ key, name }) => `${key} ${name}`).join('\n'),
    }
  }, [scores, count, now, marksNew])
}
