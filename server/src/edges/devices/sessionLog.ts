import { setImmediate as nextTurn } from 'node:timers/promises'
import { LenientEntry, readPrintedInteger, SessionUuid } from '@multiball/shared/schema'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { cleanMode } from '../../core/games/gameRules'
import { isTurn, mostPoints, thinned, withRoom } from '../../core/games/timelines/point'
import { parse } from '../../ground/http/parse'
import { invalid } from '../../ground/http/refusals'
import { readUpload } from '../../ground/http/uploads'
import { limitConcurrency, UploadSlots } from '../../ground/media/concurrency'

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

const slots = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
const usualColumns = ['time', ...slots, 'player', 'ball', 'game_modes']

/** Hours of play: a line is written when a score changes. */
const mostLines = 50_000
/** in characters: all columns and as many modes as are kept, more than twice */
const longestLine = 16_384
/** Points in memory at a time: many more of them would keep the garbage collector busy. */
const mostAtHand = 5 * mostPoints
/** Characters that are read without a pause: about a millisecond, for which everybody else waits. */
const bite = 2_048

/** Where quotes that are open at a place end: before a comma or the end of a line. -1 for those that end too late, or never. */
function endOfQuotes(csv: string, at: number): number {
  for (let from = at; ;) {
    const quote = csv.indexOf('"', from)
    if (quote === -1 || quote - at > longestLine) return -1
    const next = csv[quote + 1]
    if (next === undefined || ',\r\n'.includes(next)) return quote
    from = quote + (next === '"' ? 2 : 1)
  }
}

/**
 * The fields of each line, and where it ends. As lenient as clients are careless: lines may have any number of fields, and quotes
 * within one stand for themselves; what is cut off inside quotes is left out, and so is a line that is too long, with all behind it.
 * Not by csv-parse, which takes a hundred times as long for each line that has not as many fields as the first.
 */
function* linesOf(csv: string): Generator<{ fields: string[]; end: number }> {
  const unquoted = /[^,\r\n]*/y
  let fields: string[] = []
  let start = csv.startsWith('\uFEFF') ? 1 : 0
  for (let at = start; at < csv.length;) {
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
    if (at - start > longestLine) return
    if (csv[at] === ',') {
      at += 1
      // The last field of all is empty.
      if (at < csv.length) continue
      fields.push('')
    }
    at += csv.startsWith('\r\n', at) ? 2 : 1
    yield { fields, end: at }
    fields = []
    start = at
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

/** As many, and as long, as those of an entry. */
const modesIn = (text = ''): string[] =>
  text === '' ? [] : (v.parse(LenientEntry.entries.game_modes, text) ?? []).map(cleanMode).filter(Boolean)

/** The names of a log's columns, by its first line; undefined when the file is no such log. */
function columnsOf(first: readonly string[]): readonly string[] | undefined {
  const names = first.map((name) => name.trim().toLowerCase())
  if (names.includes('time') && names.includes('p1')) return names
  // Some clients write no names, but all columns in the usual order.
  return first.length === usualColumns.length && moment(first[0]) !== null ? usualColumns : undefined
}

/** Reads a line, given the field of a name; undefined for one without a time. */
function pointIn(field: (name: string) => string | undefined): LogPoint | undefined {
  const time = moment(field('time'))
  if (time === null) return undefined
  const scores = slots.map((slot) => score(field(slot)))
  return {
    time,
    scores: scores.slice(0, scores.findLastIndex((value) => value !== null) + 1),
    player: integer(field('player'), 6),
    ball: integer(field('ball'), 99),
    modes: modesIn(field('game_modes')),
  }
}

/**
 * What a timeline needs of a client's log file (`time,p1,…,p6,player,ball,game_modes`, columns in any order, or these ten without
 * their names). Lines that cannot be read are left out; a long log keeps its turns, the rest is thinned. Read in bites: others
 * have their turn in between. Undefined when the file is no such log.
 */
export async function readLog(csv: string): Promise<LogPoint[] | undefined> {
  let points: LogPoint[] = []
  let last: LogPoint | undefined
  /** so many lines of points alone are one point */
  let step = 1
  let skipped = 0
  let places: ReadonlyMap<string, number> | undefined
  let lines = 0
  let pausedAt = 0
  for (const { fields, end } of linesOf(csv)) {
    lines += 1
    if (lines > mostLines) break
    if (end - pausedAt >= bite) {
      pausedAt = end
      await nextTurn()
    }
    if (fields.length === 1 && fields[0] === '') continue
    if (!places) {
      const columns = columnsOf(fields)
      if (!columns) return undefined
      places = new Map(usualColumns.map((name) => [name, columns.indexOf(name)]))
      if (columns !== usualColumns) continue
    }
    const known = places
    const point = pointIn((name) => fields[known.get(name)!])
    if (!point) continue
    const isNeeded = !last || isTurn(last, point)
    last = point
    skipped += 1
    if (!isNeeded && skipped < step) continue
    skipped = 0
    points.push(point)
    if (points.length < mostAtHand) continue
    points = thinned(points, mostAtHand / 2)
    step *= 2
  }
  if (last && last !== points.at(-1)) points.push(last)
  return places && withRoom(thinned(points, mostPoints))
}

const maxLogBytes = 2 * 1024 * 1024
const mostLogs = 64

/** One at a time, so that bites do not add up. Those that wait are in memory: so many of one owner, and of all. */
const inOrder = limitConcurrency({ running: 1, waiting: mostLogs })
export const logSlots = new UploadSlots({ perUser: 16, total: mostLogs })

const SessionLog = v.object({ uuid: SessionUuid, log_file: v.string() })

/**
 * The game and its timeline in an upload. Throws 400 and 413.
 * @param count is told how many bytes the log has before it is read; may refuse them
 */
export async function readSessionLog(
  request: FastifyRequest,
  count: (bytes: number) => Promise<void>,
): Promise<{ sessionUuid: string; timeline: LogPoint[] }> {
  const { fields, files } = await readUpload(request, { fileBytes: maxLogBytes, fieldBytes: maxLogBytes, fields: 10 })
  // Some clients send the log as a plain field.
  const { log_file: file } = files
  const { uuid, log_file } = parse(SessionLog, { ...fields, ...(file && { log_file: '' }) })
  await count(file?.length ?? Buffer.byteLength(log_file))
  const timeline = await inOrder(() => readLog(file?.toString('utf8') ?? log_file))
  if (!timeline)
    throw invalid({ log_file: ['A CSV with the columns time, p1 … p6, player, ball, game_modes is expected'] })
  return { sessionUuid: uuid, timeline }
}
