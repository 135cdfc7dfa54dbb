import { asItLooks, queueLimits } from '@multiball/shared/schema'

/** A queue as it was read from a text. */
interface Queue {
  /** the names of each match */
  matches: string[][]
  /** what was left out, as sentences */
  notes: string[]
}

/** What stands between two names of a line; the first that a line has is the one that counts. */
const between = [/\t+/, /\s+(?:vs?\.?|versus)\s+/i, /\s*\|\s*/, /\s*;\s*/, /\s*,\s*/, /\s+[-–—]\s+/, /\s*\/\s*/]

/** A number or a bullet before a line: `1.`, `2)`, `Match 3:`, `-`, `•`. */
const numbering = /^\s*(?:(?:match|game|round)?\s*#?\d+\s*[.):]\s+|[-*•]\s+)/i

const isOnlyNumber = (text: string) => /^#?\d+[.)]?$/.test(text)

/** A name as it is shown, no longer than it may be. */
const nameOf = (text: string) => [...asItLooks(text.replace(/^"(.*)"$/, '$1').replaceAll('""', '"').replace(/\p{Cc}|\p{Cs}/gu, ' '))].slice(0, queueLimits.name).join('').trim()

/** Cuts a line where this stands, but not inside quotes. */
function cut(line: string, separator: RegExp): string[] {
  const quoted: string[] = []
  const plain = line.replace(/"(?:[^"]|"")*"/g, (text) => `\uE000${quoted.push(text) - 1}\uE000`)
  return plain.split(separator).map((part) => part.replace(/\uE000(\d+)\uE000/g, (_, at: string) => quoted[Number(at)] ?? ''))
}

/** The names of one line. */
function namesIn(line: string): string[] {
  const text = line.includes('\t') ? line : line.replace(numbering, '')
  const separator = between.find((one) => cut(text, one).filter((part) => part.trim()).length > 1)
  const names = (separator ? cut(text, separator) : [text.replace(/^[\s,;|/]+|[\s,;|/]+$/g, '')]).map(nameOf).filter(Boolean)
  // The number of a match in a column of its own.
  return names.length > 2 && isOnlyNumber(names[0]!) ? names.slice(1) : names
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

/**
 * Reads a queue that was pasted: one match a line, its names divided by "vs", tabs, commas or the like. Lines of one name go
 * together in pairs, up to an empty line. Takes whatever is there; what does not fit is left out and said.
 */
export function readQueue(text: string): Queue {
  const matches: string[][] = []
  let lone: string[] | undefined
  let crowded = 0
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const names = namesIn(line)
    if (names.length > queueLimits.players) crowded += 1
    if (names.length === 1 && lone) {
      lone.push(names[0]!)
      lone = undefined
      continue
    }
    lone = names.length === 1 ? names : undefined
    if (names.length > 0) matches.push(names.slice(0, queueLimits.players))
    if (lone) lone = matches.at(-1)
  }
  const notes = [
    ...(crowded > 0 ? [`${plural(crowded, 'One line has', 'lines have')} more than ${queueLimits.players} names: the others are left out.`] : []),
    ...(matches.length > queueLimits.matches ? [`Only the first ${queueLimits.matches} matches are kept.`] : []),
  ]
  return { matches: matches.slice(0, queueLimits.matches), notes }
}

/** A match in a line. */
export const matchLine = (names: readonly string[]): string => names.join(' vs ')

/** A queue as a text that is read as the same again, as long as no name looks like two. */
export const queueText = (matches: readonly (readonly string[])[]): string => matches.map((names) => `${matchLine(names)}${names.length === 1 ? '\n' : ''}`).join('\n')
