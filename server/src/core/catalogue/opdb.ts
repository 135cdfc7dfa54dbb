import type { MachineDisplay } from '@multiball/shared/schema'
import * as v from 'valibot'
import { StartError } from '../../ground/process/startError'

/*
 * Files of the Open Pinball Database, as its API exports them: a list of machines and aliases, or of groups. An id has
 * up to three parts, group, machine and alias: G43W4-MrRpw-A1B7O.
 */

const idPattern = /^(G[A-Za-z0-9]+)(-M[A-Za-z0-9]+(?:-A[A-Za-z0-9]+)?)?$/

/** How machines show scores, in its words. */
const displays = ['reels', 'lights', 'alphanumeric', 'cga', 'dmd', 'lcd'] as const
type Display = (typeof displays)[number]

const kinds: Readonly<Record<Display, MachineDisplay>> = {
  reels: 'reels',
  lights: 'lights',
  alphanumeric: 'alphanumeric',
  cga: 'lcd',
  dmd: 'dot-matrix',
  lcd: 'lcd',
}

/** From then on segments made letters; it calls the digits before alphanumeric as well. */
const lettersSince = 1986

/** What its word means for a machine of a year. */
export const kindOf = (display: Display | null, year: number | null): MachineDisplay | null => {
  if (display === null) return null
  return display === 'alphanumeric' && year !== null && year < lettersSince ? 'numeric' : kinds[display]
}

const Entry = v.looseObject({
  opdb_id: v.optional(v.unknown()),
  name: v.optional(v.unknown()),
  manufacture_date: v.optional(v.unknown()),
  manufacturer: v.optional(v.unknown()),
  display: v.optional(v.unknown()),
  player_count: v.optional(v.unknown()),
  ipdb_id: v.optional(v.unknown()),
  shortname: v.optional(v.unknown()),
  physical_machine: v.optional(v.unknown()),
})
type Entry = v.InferOutput<typeof Entry>

/** A machine as a file tells it; null is what the file does not say. */
export interface GivenMachine {
  opdbId: string
  /** the first part of its id */
  groupId: string
  name: string
  manufacturer: string | null
  year: number | null
  display: Display | null
  playerCount: number | null
  /** id in the Internet Pinball Database */
  ipdbId: number | null
  abbreviations: string[]
  /** false for what only gathers aliases, and was never built as such */
  isBuilt: boolean
}

export interface GivenGroup {
  opdbId: string
  name: string
}

/** An entry that is left out, and why. */
export interface Skipped {
  reason: string
  /** its id and name as far as it has them, else its place in the file */
  what: string
}

export interface GivenCatalogue {
  machines: GivenMachine[]
  groups: GivenGroup[]
  skipped: Skipped[]
}

const longestName = 200
const [firstYear, lastYear] = [1800, 2200]
const mostPlayers = 100
const highestId = 2 ** 31 - 1
const longestAbbreviation = 12

const textOf = (given: unknown): string | null => {
  const text =
    typeof given === 'string'
      ? given
          .replace(/\p{Cc}/gu, ' ')
          .replace(/\p{Surrogate}/gu, '\uFFFD')
          .trim()
      : ''
  return text === '' ? null : text
}

const wholeWithin = (given: unknown, least: number, most: number): number | null =>
  typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most ? given : null

/** '1997-06-01' → 1997 */
const yearOf = (given: unknown) =>
  wholeWithin(Number(/^(\d{4})(?:-|$)/.exec(textOf(given) ?? '')?.[1] ?? Number.NaN), firstYear, lastYear)

/** The maker's short name: `{"name":"Bally","full_name":"Bally Manufacturing Co.", …}`, or plain text. */
const makerOf = (given: unknown) =>
  textOf(given !== null && typeof given === 'object' ? (given as { name?: unknown }).name : given)

const displayOf = (given: unknown) => displays.find((display) => display === textOf(given)?.toLowerCase()) ?? null

/** 'TAF' → ['TAF'] */
const abbreviationsIn = (given: unknown) => {
  const text = textOf(given)
  return text === null || text.length > longestAbbreviation ? [] : [text.toUpperCase()]
}

const labelOf = (entry: Entry, place: number) =>
  [textOf(entry.opdb_id), textOf(entry.name)].filter(Boolean).join(' ') || `entry ${place + 1}`

function machineOf(entry: Entry, opdbId: string, groupId: string, name: string): GivenMachine {
  return {
    opdbId,
    groupId,
    name,
    manufacturer: makerOf(entry.manufacturer),
    year: yearOf(entry.manufacture_date),
    display: displayOf(entry.display),
    playerCount: wholeWithin(entry.player_count, 1, mostPlayers),
    ipdbId: wholeWithin(entry.ipdb_id, 1, highestId),
    abbreviations: abbreviationsIn(entry.shortname),
    isBuilt: entry.physical_machine !== 0 && entry.physical_machine !== false,
  }
}

/**
 * The machines and groups of a file's text. What cannot be read of it is skipped with a reason. Throws StartError for a
 * file that is not such an export at all.
 */
export function readExport(text: string): GivenCatalogue {
  const entries = entriesIn(text)
  const given: GivenCatalogue = { machines: [], groups: [], skipped: [] }
  const seen = new Set<string>()
  for (const [place, raw] of entries.entries()) {
    const parsed = v.safeParse(Entry, raw)
    const skip = (reason: string) =>
      given.skipped.push({ reason, what: parsed.success ? labelOf(parsed.output, place) : `entry ${place + 1}` })
    if (!parsed.success || Array.isArray(raw)) {
      skip('no entry of a catalogue')
      continue
    }
    const opdbId = textOf(parsed.output.opdb_id) ?? ''
    const [, groupId, machine] = idPattern.exec(opdbId) ?? []
    const name = textOf(parsed.output.name)
    if (groupId === undefined) skip('no id of the Open Pinball Database')
    else if (name === null) skip('no name')
    else if (name.length > longestName) skip(`a name of more than ${longestName} characters`)
    else if (seen.has(opdbId)) skip('a second entry with this id')
    else {
      seen.add(opdbId)
      if (machine === undefined) given.groups.push({ opdbId, name })
      else given.machines.push(machineOf(parsed.output, opdbId, groupId, name))
    }
  }
  if (seen.size === 0)
    throw new StartError(
      'This is not an export of the Open Pinball Database: no entry has an id such as G5pe4-MePZv, and a name.',
    )
  return given
}

/** A list; or an object with several, which are taken together. */
function entriesIn(text: string): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new StartError(`This is not valid JSON: ${(error as Error).message}.`)
  }
  if (Array.isArray(parsed)) return parsed
  const lists =
    parsed !== null && typeof parsed === 'object' ? Object.values(parsed).filter((value) => Array.isArray(value)) : []
  if (lists.length === 0)
    throw new StartError('This is not an export of the Open Pinball Database: a list of machines is expected.')
  return lists.flat()
}
