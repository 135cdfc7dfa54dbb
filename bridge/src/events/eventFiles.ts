import { EventDocument } from '@multiball/mf-eventboards/document'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** Something in a file that cannot be shown, with its line. */
class FileError extends Error {}

interface CsvFiles {
  name: string
  /** texts of the files */
  standings?: string
  matches?: string
}

type Row = Record<string, string>

/** Rows by their headings, whose case does not matter. @throws FileError */
function rowsOf(file: string, text: string, needed: readonly string[]): { row: Row; line: number }[] {
  let headings: string[] = []
  const read = (): { record: Row; info: { lines: number } }[] =>
    parse(text, {
      bom: true,
      columns: (names: string[]) => (headings = names.map((name) => name.trim().toLowerCase())),
      // What separates the headings; within the rows a comma may be a decimal point.
      delimiter: /[;\t]/.exec(text.split('\n', 1)[0]!)?.[0] ?? ',',
      info: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      trim: true,
    })
  try {
    const rows = read().map(({ record, info }) => ({ row: record, line: info.lines }))
    const missing = needed.filter((name) => !headings.includes(name))
    if (missing.length > 0) throw new FileError(`${file}, line 1: there is no column “${missing.join('”, “')}”.`)
    return rows
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(`${file}: ${(error as Error).message}`)
  }
}

/** @throws FileError for a text that is not a number */
function numberOf(file: string, line: number, column: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text.replace(',', '.'))
  if (!Number.isFinite(value)) throw new FileError(`${file}, line ${line}: “${text}” in the column “${column}” is not a number.`)
  return value
}

const states = ['called', 'playing', 'finished'] as const
const isYes = (text: string | undefined) => /^(?:1|x|y|yes|true|out)$/i.test(text ?? '')

/**
 * What an eventboard shows of a tournament that somebody keeps in tables. Players and machines are known by their names.
 * Standings: place, name; and points, strikes, played, place_before, initials, out. Matches: player1 to player6; and
 * machine, state, started_at, and result, the players in order of finish with > between them.
 * @throws FileError
 */
export function documentFromCsv({ name, standings = 'place,name', matches = 'player1' }: CsvFiles): EventDocument {
  const players = new Map<string, { id: string; name: string; initials?: string; out: boolean }>()
  const playerOf = (given: string) => {
    const player = players.get(given) ?? { id: given.slice(0, 40), name: given, out: false }
    players.set(given, player)
    return player
  }
  const rows = rowsOf('standings', standings, ['place', 'name']).map(({ row, line }) => {
    const number = (column: string) => numberOf('standings', line, column, row[column])
    const place = number('place')
    if (place === undefined || !row.name) throw new FileError(`standings, line ${line}: a row has a place and a name.`)
    const player = playerOf(row.name)
    player.out = isYes(row.out)
    if (row.initials) player.initials = row.initials
    return { player: player.id, place, points: number('points'), strikes: number('strikes'), played: number('played'), place_before: number('place_before') }
  })
  const machines = new Set<string>()
  const played = rowsOf('matches', matches, ['player1']).map(({ row, line }, at) => {
    const state = row.state ? states.find((one) => one === row.state!.toLowerCase()) : 'playing'
    if (!state) throw new FileError(`matches, line ${line}: “${row.state}” is not a state. The states are called, playing and finished.`)
    const names = [1, 2, 3, 4, 5, 6].flatMap((slot) => row[`player${slot}`] || [])
    const result = (row.result ?? '').split('>').flatMap((one) => one.trim() || [])
    const stranger = result.find((one) => !names.includes(one))
    if (stranger) throw new FileError(`matches, line ${line}: “${stranger}” is in the result and plays no part in the match.`)
    if (row.machine) machines.add(row.machine)
    return {
      id: `m${at + 1}`,
      state,
      ...(row.machine && { machine: row.machine.slice(0, 40) }),
      players: names.map((one) => playerOf(one).id),
      ...(result.length > 0 && { order: result.map((one) => playerOf(one).id) }),
      ...(row.started_at && { started_at: row.started_at }),
    }
  })
  const isOpen = played.some(({ state }) => state !== 'finished')
  return checked({
    format: 'multiball-event/1',
    name,
    status: played.length > 0 && isOpen ? 'playing' : rows.length > 0 ? 'between' : 'planned',
    players: [...players.values()],
    machines: [...machines].map((machine) => ({ id: machine.slice(0, 40), name: machine })),
    matches: played,
    standings: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))),
  })
}

/** A document that somebody wrote as JSON. @throws FileError */
export function documentFromJson(text: string): EventDocument {
  try {
    return checked(JSON.parse(text))
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(`This is no JSON: ${(error as Error).message}`)
  }
}

function checked(given: unknown): EventDocument {
  const { success, output, issues } = v.safeParse(EventDocument, given)
  if (success) return output
  const [issue] = issues
  throw new FileError(`${v.getDotPath(issue) ?? 'The document'}: ${issue.message}`)
}
