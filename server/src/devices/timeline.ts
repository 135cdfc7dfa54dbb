import { readPrintedInteger } from '@multiball/shared/schema'
import { thinned } from '../games/timelines/point'

/** One line of a game's log. */
export interface TimelinePoint {
  /** as the client wrote it: unix seconds, perhaps with a fraction, or ms since the game's start */
  time: number
  /** digits; one element a slot, null where there is no player */
  scores: (string | null)[]
  player: number | null
  ball: number | null
  modes: string[]
}

const maxPoints = 20_000
const slots = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
const usualColumns = ['time', ...slots, 'player', 'ball', 'game_modes']

/** Rows of fields; quotes as in RFC 4180. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A field, quoted or not, and what ends it. It fits any text at once: a search from each character takes minutes.
  for (const [, quoted = '', plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)(?:"|$))?([^,\r\n]*)(,|\r\n?|\n|$)/g)) {
    row.push(`${quoted.replaceAll('""', '"')}${plain}`)
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

const moment = (text: string | undefined): number | null => {
  const value = Number(text?.trim() === '' ? Number.NaN : text)
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}

const integer = (text: string | undefined, max: number): number | null => {
  const value = Number(text?.trim() === '' ? Number.NaN : text)
  return Number.isInteger(value) && value >= 0 && value <= max ? value : null
}

const score = (text: string | undefined): string | null => {
  const points = readPrintedInteger(text ?? '')
  return points === undefined || points === -1n ? null : String(points)
}

/** The names of a log's columns, and its lines. Undefined when the file is no such log. */
function columnsOf(rows: readonly string[][]): { names: readonly string[]; lines: readonly string[][] } | undefined {
  const [head = [], ...lines] = rows
  const names = head.map((name) => name.trim().toLowerCase())
  if (names.includes('time') && names.includes('p1')) return { names, lines }
  // Some clients write no names, but all columns in their order.
  return head.length === usualColumns.length && moment(head[0]) !== null ? { names: usualColumns, lines: rows } : undefined
}

/**
 * The timeline in a client's log file (`time,p1,…,p6,player,ball,game_modes`, columns in any order, or these ten without
 * their names). Lines that it cannot read are left out; of a very long one the turns stay and the rest is thinned.
 * Undefined when the file is no such log.
 */
export function readTimeline(csv: string): TimelinePoint[] | undefined {
  const columns = columnsOf(rowsOf(csv.replace(/^\uFEFF/, '')))
  if (!columns) return undefined
  const { names, lines } = columns
  const points: TimelinePoint[] = []
  for (const line of lines) {
    const field = (name: string) => line[names.indexOf(name)]
    const time = moment(field('time'))
    if (time === null) continue
    const scores = slots.map((slot) => score(field(slot)))
    points.push({
      time,
      scores: scores.slice(0, scores.findLastIndex((value) => value !== null) + 1),
      player: integer(field('player'), 6),
      ball: integer(field('ball'), 99),
      modes: (field('game_modes') ?? '').split(';').map((mode) => mode.replace(/\p{Cc}/gu, ' ').trim()).filter(Boolean),
    })
  }
  return thinned(points, maxPoints)
}
