import { readPrintedInteger, SessionUuid } from '@multiball/shared/schema'
import { parse as parseCsv } from 'csv-parse/sync'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { thinned } from '../../core/games/timelines/point'
import { parse } from '../../ground/http/parse'
import { invalid } from '../../ground/http/refusals'
import { readUpload } from '../../ground/http/uploads'

/** One line of a game's log. */
export interface LogPoint {
  /** as the client wrote it: unix seconds, perhaps with a fraction, or ms since the game's start */
  time: number
  /** digits; one element per slot, null where there is no player */
  scores: (string | null)[]
  player: number | null
  ball: number | null
  modes: string[]
}

const maxPoints = 20_000
const slots = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
const usualColumns = ['time', ...slots, 'player', 'ball', 'game_modes']

/** As lenient as clients are careless. A line that cannot be read, such as one cut off inside quotes, is left out. */
const reading = { bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, skip_records_with_error: true } as const

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
  // Some clients write no names, but all columns in the usual order.
  return head.length === usualColumns.length && moment(head[0]) !== null ? { names: usualColumns, lines: rows } : undefined
}

/**
 * The timeline in a client's log file (`time,p1,…,p6,player,ball,game_modes`, columns in any order, or these ten without
 * their names). Lines that cannot be read are left out; a very long log keeps its turns, the rest is thinned.
 * Undefined when the file is no such log.
 */
export function readLog(csv: string): LogPoint[] | undefined {
  const columns = columnsOf(parseCsv(csv, reading))
  if (!columns) return undefined
  const { names, lines } = columns
  const points: LogPoint[] = []
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

const maxLogBytes = 2 * 1024 * 1024

const SessionLog = v.object({ uuid: SessionUuid, log_file: v.string() })

/** The game and its timeline in an upload. Throws 400 and 413. */
export async function readSessionLog(request: FastifyRequest): Promise<{ sessionUuid: string; timeline: LogPoint[] }> {
  const { fields, files } = await readUpload(request, { fileBytes: maxLogBytes, fieldBytes: maxLogBytes, fields: 10 })
  // Some clients send the log as a plain field.
  const { uuid, log_file } = parse(SessionLog, { ...fields, ...(files.log_file && { log_file: files.log_file.toString('utf8') }) })
  const timeline = readLog(log_file)
  if (!timeline) throw invalid({ log_file: ['A CSV with the columns time, p1 … p6, player, ball, game_modes is expected'] })
  return { sessionUuid: uuid, timeline }
}
