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
  const digits = text?.trim() ?? ''
  return /^-?\d{1,19}$/.test(digits) && digits !== '-1' ? digits : null
}

/**
 * The timeline in a client's log file (`time,p1,…,p6,player,ball,game_modes`, columns in any order). Lines that it cannot
 * read are left out; of a very long one the turns stay and the rest is thinned. Undefined when the file is no such log.
 */
export function readTimeline(csv: string): TimelinePoint[] | undefined {
  const [head, ...lines] = rowsOf(csv.replace(/^\uFEFF/, ''))
  const names = head?.map((name) => name.trim().toLowerCase()) ?? []
  if (!names.includes('time') || !names.includes('p1')) return undefined
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
