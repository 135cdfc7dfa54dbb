import type { PlayedGame } from '@multiball/shared/schema'

const slots = [1, 2, 3, 4, 5, 6]

const header = ['game', 'started', 'settled', 'successful', ...slots.flatMap((slot) => [`player ${slot}`, `score ${slot}`])]

/** A field as RFC 4180 has it. What a spreadsheet would take for a formula is marked as text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  // Some spreadsheets part fields at semicolons and tabs.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function line({ id, started_on, settled_on, successful, scores }: PlayedGame): string {
  const played = slots.flatMap((slot) => {
    const found = scores.find(({ position }) => position === slot)
    return [found?.player?.cached_display_name ?? '', found ? String(found.score) : '']
  })
  return [String(id), started_on, settled_on, successful ? 'yes' : 'no', ...played].map(field).join(',')
}

/** Settled games as CSV, one a line, players and scores by slot. */
export const playedCsv = (games: readonly PlayedGame[]): string => [header.join(','), ...games.map(line), ''].join('\r\n')
