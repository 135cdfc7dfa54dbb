import type { PlayedGame } from '@multiball/shared/schema'
import { stringify } from 'csv-stringify/sync'

const slots = [1, 2, 3, 4, 5, 6]

const header = ['game', 'started', 'settled', 'successful', ...slots.flatMap((slot) => [`player ${slot}`, `score ${slot}`])]

/** RFC 4180. What a spreadsheet would take for a formula is marked as text, and what some would split at is quoted. */
const writing = { record_delimiter: 'windows', quoted_match: /[,;\t\r\n]/, escape_formulas: true } as const

function row({ id, started_on, settled_on, successful, scores }: PlayedGame): string[] {
  const played = slots.flatMap((slot) => {
    const found = scores.find(({ position }) => position === slot)
    return [found?.player?.cached_display_name ?? '', found ? String(found.score) : '']
  })
  return [String(id), started_on, settled_on, successful ? 'yes' : 'no', ...played]
}

/** Settled games as CSV, one per line, players and scores by slot. */
export const playedCsv = (games: readonly PlayedGame[]): string => stringify([header, ...games.map(row)], writing)
