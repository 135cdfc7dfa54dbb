import { mostListedMachines } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { ToldTitle } from '../../core/catalogue/matchTitles'
import { FileError, rowsOf } from '../../ground/files/csvRows'

const longestName = 100
const [firstYear, lastYear] = [1930, 2100]

const textOf = (given: unknown) =>
  typeof given === 'string'
    ? given
        .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : ''
const nameOf = (given: unknown) => [...textOf(given)].slice(0, longestName).join('').trim()

function yearOf(given: unknown): number | null {
  const year = Number(typeof given === 'number' ? given : textOf(given).slice(0, 4) || Number.NaN)
  return Number.isInteger(year) && year >= firstYear && year <= lastYear ? year : null
}

const told = (name: unknown, manufacturer: unknown, year: unknown, opdbId: unknown): ToldTitle => ({
  name: nameOf(name),
  manufacturer: nameOf(manufacturer),
  year: yearOf(year),
  opdbId: /^G[A-Za-z0-9]+(?:-[A-Za-z0-9]+){0,2}$/.exec(textOf(opdbId))?.[0] ?? null,
})

/** 'The Addams Family (Bally, 1992)', as Pinball Map's pages have it; maker and year may be missing. */
const titleLine = /^(.+?)(?:\s+\((?:([^()]*?),?\s*)?((?:19|20)\d\d)\))?$/

/** Of longer ones the expressions would take the square of their length. */
const longestLine = 300

function fromLine(line: string): ToldTitle {
  const title = line.slice(0, longestLine).replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '')
  const [, name, maker, year] = titleLine.exec(title.trim().replace(/^"(.*)"$/, '$1')) ?? []
  return told(name, maker, year, undefined)
}

const Answer = v.union([v.array(v.unknown()), v.object({ machines: v.array(v.unknown()) })])

function fromJson(text: string): ToldTitle[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new FileError(`This is no JSON: ${(error as Error).message}.`)
  }
  const answer = v.safeParse(Answer, parsed)
  if (!answer.success) throw new FileError('There is no list of machines in this JSON.')
  return (Array.isArray(answer.output) ? answer.output : answer.output.machines).map((entry) => {
    if (typeof entry === 'string') return fromLine(entry)
    const { name, manufacturer, year, opdb_id } = (entry ?? {}) as Record<string, unknown>
    return told(name, manufacturer, year, opdb_id)
  })
}

/** What columns may be called. */
const columns = {
  name: ['name', 'title', 'machine'],
  manufacturer: ['manufacturer', 'maker'],
  year: ['year'],
  opdbId: ['opdb_id', 'opdb'],
}

const headingsIn = (line: string) =>
  line.split(/[,;\t]/).map((heading) => heading.replaceAll('"', '').trim().toLowerCase())

const fromTable = (text: string): ToldTitle[] =>
  rowsOf('The list', text, []).map(({ row }) => {
    const cell = (names: readonly string[]) => names.map((name) => row[name]).find(Boolean)
    return told(cell(columns.name), cell(columns.manufacturer), cell(columns.year), cell(columns.opdbId))
  })

/**
 * The machines of a list: JSON as Pinball Map answers it, a table with headings, or a title a line. What it says of a machine is
 * cut, and what has no name is left out. Throws FileError for what is no list, an empty one, or one of too many.
 */
export function readList(given: string): ToldTitle[] {
  const text = given.replace(/^\uFEFF/, '').trim()
  if (/[^\P{Cc}\s]|\uFFFD/u.test(text))
    throw new FileError('This is not a text. Save the list as CSV or as plain text.')
  if (/^<(?:!doctype|html)/i.test(text)) throw new FileError('This is a web page, not a list.')
  const lines = text.split(/\r\n?|\n/).filter((line) => !/^sep=/i.test(line))
  const headings = headingsIn(lines[0] ?? '')
  const hasHeadings = headings.some((heading) => columns.name.includes(heading))
  const readLines = () => (hasHeadings ? lines.slice(1) : lines).map(fromLine)
  // In a single column, commas separate nothing.
  const isTable = hasHeadings && headings.length > 1
  const read = /^[[{]/.test(text) ? fromJson(text) : isTable ? fromTable(text) : readLines()
  const machines = read.filter(({ name }) => name !== '')
  if (machines.length === 0) throw new FileError('There is no machine in this list.')
  if (machines.length > mostListedMachines)
    throw new FileError(
      `There are ${machines.length} machines in this list. At most ${mostListedMachines} are read at a time.`,
    )
  return machines
}
