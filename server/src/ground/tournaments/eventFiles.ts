import { createHash } from 'node:crypto'
import { EventDocument, asItLooks } from '@multiball/shared/schema'
import * as v from 'valibot'
import { FileError, rowsOf } from '../files/csvRows'

interface CsvFiles {
  name: string
  /** the tournament is over: the board shows its podium */
  isFinished?: boolean
  /** texts of the files */
  standings?: string
  matches?: string
}

interface Player {
  id: string
  name: string
  initials?: string
  out: boolean
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
