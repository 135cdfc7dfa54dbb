import { createHash } from 'node:crypto'
import { EventDocument, asItLooks } from '@multiball/shared/schema'
import { CsvError, parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** Something in a file that cannot be shown, with its line. */
export class FileError extends Error {}

interface CsvFiles {
  name: string
  /** the tournament is over: the board shows its podium */
  isFinished?: boolean
  /** texts of the files */
  standings?: string
  matches?: string
}

/** Spreadsheets on Windows write their tables in the code page of western languages, or in UTF-16. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** What Windows has from 0x80 to 0x9f, where Latin-1 has nothing to see. A TextDecoder of some versions of Node takes it for Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The text of a file, whichever way its program wrote letters, without a byte order mark. */
export function textIn(file: Uint8Array): string {
  const marked = marks.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return Buffer.from(file)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80]!)
  }
}

type Row = Record<string, string>

interface Player {
  id: string
  name: string
  initials?: string
  out: boolean
}

/** Excel's own way of naming the separator, in a line before the headings. */
const separatorLine = /^\uFEFF?sep=(.)[\r\n]+/i

/** What the parser finds wrong with a row, in our words. */
const complaints: Partial<Record<CsvError['code'], string>> = {
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'something stands behind a quotation mark that closes a cell. Within quotation marks, write each of them twice',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'this row has more cells than the first line has columns',
}

/** Rows by their headings, whose case does not matter. @throws FileError */
function rowsOf(file: string, text: string, needed: readonly string[]): { row: Row; line: number }[] {
  let headings: string[] = []
  const [named = '', separator] = separatorLine.exec(text) ?? []
  const table = text.slice(named.length)
  const linesBefore = named === '' ? 0 : 1
  const read = (): { record: Row; info: { lines: number } }[] =>
    parse(table, {
      bom: true,
      columns: (names: string[]) => (headings = names.map((name) => name.trim().toLowerCase())),
      // What separates the headings; within the rows a comma may be a decimal point.
      delimiter: separator ?? /[;\t]/.exec(table.split(/[\r\n]/, 1)[0]!)?.[0] ?? ',',
      info: true,
      // A quotation mark within a cell is one: Ann "The Hammer" Bell.
      relax_quotes: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      // Spreadsheets write the separators of rows whose cells were emptied.
      skip_records_with_empty_values: true,
      trim: true,
    })
  try {
    const rows = read().map(({ record, info }) => ({ row: record, line: info.lines + linesBefore }))
    const missing = needed.filter((name) => !headings.includes(name))
    if (missing.length > 0)
      throw new FileError(`${file}, line ${linesBefore + 1}: there is no column “${missing.join('”, “')}”.`)
    return rows
  } catch (error) {
    if (error instanceof FileError) throw error
    if (!(error instanceof CsvError)) throw error
    // Its line is that of the file's end.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new FileError(`${file}: a quotation mark opens a cell, and none closes it.`)
    throw new FileError(
      `${file}, line ${Number(error.lines) + linesBefore}: ${complaints[error.code] ?? error.message}.`,
    )
  }
}

/** One separator before three digits: a decimal one for some, thousands for others. */
const ambiguous = /^-?[1-9]\d{0,2}[.,]\d{3}$/
/** More than one of the same can only separate thousands. */
const grouped = /^-?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/

/** @throws FileError for a text that is not a number, or may mean two */
function numberOf(file: string, line: number, column: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const place = `${file}, line ${line}: “${text}” in the column “${column}”`
  if (ambiguous.test(text))
    throw new FileError(
      `${place} may mean two numbers. Write ${text.replace(/[.,]/, '')}, or ${text}0 for the fraction.`,
    )
  const value = Number(grouped.test(text) ? text.replace(/[.,]/g, '') : text.replace(',', '.'))
  if (!Number.isFinite(value)) throw new FileError(`${place} is not a number.`)
  return value
}

/** A name as it looks: typed on two computers, or pasted from a page, it is the same. */
const nameIn = (text: string | undefined) => asItLooks(text ?? '').replace(/\s+/gu, ' ')

const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)

/** Players and machines are known by their names; one that is longer than an id may be, by what no other name has. */
const idOf = (name: string) => (name.length <= 40 ? name : createHash('sha256').update(name).digest('hex').slice(0, 40))

const states = ['called', 'playing', 'finished'] as const
const isYes = (text: string | undefined) => /^(?:1|x|y|yes|true|out)$/i.test(text ?? '')

/**
 * What an eventboard shows of a tournament that somebody keeps in tables. Players and machines are known by their names.
 * Standings: place, name; and points, strikes, played, place_before, initials, out. Matches: player1 to player6; and
 * machine, state, started_at, and result, the players in order of finish with > between them.
 * @throws FileError
 */
export function documentFromCsv({
  name,
  isFinished = false,
  standings = 'place,name',
  matches = 'player1',
}: CsvFiles): EventDocument {
  const sources: Sources = { players: [], machines: [], matches: [], standings: [] }
  const players = new Map<string, Player>()
  const playerOf = (given: string, source: string) => {
    const known = players.get(given)
    if (known) return known
    const player: Player = { id: idOf(given), name: given, out: false }
    players.set(given, player)
    sources.players.push(source)
    return player
  }
  const rows = rowsOf('standings', standings, ['place', 'name']).map(({ row, line }) => {
    sources.standings.push(`standings, line ${line}`)
    const number = (column: string) => numberOf('standings', line, column, row[column])
    const place = number('place')
    const name = nameIn(row.name)
    if (place === undefined || !name) throw new FileError(`standings, line ${line}: a row has a place and a name.`)
    const player = playerOf(name, `standings, line ${line}`)
    player.out = isYes(row.out)
    if (row.initials) player.initials = row.initials
    return {
      player: player.id,
      place,
      points: number('points'),
      strikes: number('strikes'),
      played: number('played'),
      place_before: number('place_before'),
    }
  })
  const machines = new Set<string>()
  const played = rowsOf('matches', matches, ['player1']).map(({ row, line }, at) => {
    const source = `matches, line ${line}`
    sources.matches.push(source)
    const state = row.state ? states.find((one) => one === row.state!.toLowerCase()) : 'playing'
    if (!state)
      throw new FileError(`${source}: “${row.state}” is not a state. The states are called, playing and finished.`)
    const names = [1, 2, 3, 4, 5, 6].flatMap((slot) => nameIn(row[`player${slot}`]) || [])
    const result = (row.result ?? '').split('>').flatMap((one) => nameIn(one) || [])
    const stranger = result.find((one) => !names.includes(one))
    if (stranger) throw new FileError(`${source}: “${stranger}” is in the result and plays no part in the match.`)
    const repeated = twice(names) ?? twice(result)
    if (repeated) throw new FileError(`${source}: “${repeated}” is in the ${twice(names) ? 'match' : 'result'} twice.`)
    const machine = nameIn(row.machine)
    if (machine && !machines.has(machine)) sources.machines.push(source)
    if (machine) machines.add(machine)
    return {
      id: `m${at + 1}`,
      state,
      ...(machine && { machine: idOf(machine) }),
      players: names.map((one) => playerOf(one, source).id),
      ...(result.length > 0 && { order: result.map((one) => playerOf(one, source).id) }),
      ...(row.started_at && { started_at: row.started_at }),
    }
  })
  const isOpen = played.some(({ state }) => state !== 'finished')
  const document = {
    format: 'multiball-event/1',
    name,
    status: isFinished ? 'finished' : isOpen ? 'playing' : rows.length > 0 ? 'between' : 'planned',
    players: [...players.values()],
    machines: [...machines].map((machine) => ({ id: idOf(machine), name: machine })),
    matches: played,
    standings: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))),
  }
  return checked(document, sources)
}

/** A document that somebody wrote as JSON. @throws FileError */
export function documentFromJson(text: string): EventDocument {
  try {
    return checked(JSON.parse(text))
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(`This is no JSON: ${(error as Error).message}.`)
  }
}

/** Where a document's entries come from, such as "standings, line 4", by list and in its order. */
type Sources = Record<'players' | 'machines' | 'matches' | 'standings', string[]>

function checked(given: unknown, sources?: Sources): EventDocument {
  const { success, output, issues } = v.safeParse(EventDocument, given)
  if (success) return output
  const [issue] = issues
  const path = v.getDotPath(issue) ?? 'The document'
  const [list = '', at = '', ...field] = path.split('.')
  const source = sources?.[list as keyof Sources]?.[Number(at)]
  throw new FileError(`${source === undefined ? path : [source, ...field].join(': ')}: ${issue.message}.`)
}
