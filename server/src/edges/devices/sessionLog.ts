import { readPrintedInteger, SessionUuid } from '@multiball/shared/schema'
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

/** Where quotes that are open at a place end: before a comma or the end of a line. -1 for those that never do. */
function endOfQuotes(csv: string, at: number): number {
  for (let from = at; ; ) {
    const quote = csv.indexOf('"', from)
    const next = csv[quote + 1]
    if (quote === -1 || next === undefined || ',\r\n'.includes(next)) return quote
    from = quote + (next === '"' ? 2 : 1)
  }
}

/**
 * The fields of each line that has any. As lenient as clients are careless: lines may have any number of fields, and quotes within
 * one stand for themselves; what is cut off inside quotes is left out. Not by csv-parse, which takes a hundred times as long for
 * each line that has not as many fields as the first: a log of 2 MB would hold up everybody else for half a minute.
 */
function* linesOf(csv: string): Generator<string[]> {
  const unquoted = /[^,\r\n]*/y
  let fields: string[] = []
  for (let at = csv.startsWith('\uFEFF') ? 1 : 0; at < csv.length; ) {
    if (csv[at] === '"') {
      const end = endOfQuotes(csv, at + 1)
      if (end === -1) return
      fields.push(csv.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      unquoted.lastIndex = at
      const [field] = unquoted.exec(csv)!
      fields.push(field)
      at += field.length
    }
    if (csv[at] === ',') {
      at += 1
      // The last field of all is empty.
      if (at < csv.length) continue
      fields.push('')
    }
    at += csv.startsWith('\r\n', at) ? 2 : 1
    if (fields.length > 1 || fields[0] !== '') yield fields
    fields = []
  }
}

const moment = (text: string | undefined): number | null => {
  const value = Number(text?.trim() === '' ? Number.NaN : text)
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}

const integer = (text: string | undefined, max: number): number | null => {
  const value = Number(text?.trim() === '' ? Number.NaN : text)
  return Number.isInteger(value) && value >= 0 && value <= max ? value : null
}

const score = (text = ''): string | null => {
  // Most logs are of one player.
  if (text === '') return null
  const points = readPrintedInteger(text)
  return points === undefined || points === -1n ? null : String(points)
}

const modesIn = (text = ''): string[] => (text === '' ? [] : text.split(';').map((mode) => mode.replace(/\p{Cc}/gu, ' ').trim()).filter(Boolean))

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
  const columns = columnsOf([...linesOf(csv)])
  if (!columns) return undefined
  const { names, lines } = columns
  // Once: a stranger's log may have half a million columns, and as many lines.
  const places = new Map(usualColumns.map((name) => [name, names.indexOf(name)]))
  const points: LogPoint[] = []
  for (const line of lines) {
    const field = (name: string) => line[places.get(name)!]
    const time = moment(field('time'))
    if (time === null) continue
    const scores = slots.map((slot) => score(field(slot)))
    points.push({
      time,
      scores: scores.slice(0, scores.findLastIndex((value) => value !== null) + 1),
      player: integer(field('player'), 6),
      ball: integer(field('ball'), 99),
      modes: modesIn(field('game_modes')),
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
