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

const isOnlyNumber = (text: string) => /^#?\d[\d.,]*\)?$/.test(text)

/** What stands between two names where it has a column or a line of its own; there, a lone V is somebody's name. */
const dividerColumn = /^(?:vs?\.?|versus|[-–—])$/i
const dividerLine = /^(?:vs\.?|v\.|versus|[-–—])$/i

const which = '(?:\\s*#?(?:\\d+|[ab]))?$'
const nameHeading = new RegExp(`^(?:player|name|team|home|away|opponent)s?${which}`, 'i')
const otherHeading = new RegExp(
  `^(?:#|no\\.?|nr\\.?|match|game|round|machine|table|arena|vs?\\.?|versus|score|point|result|time|place|rank|seed)s?${which}`,
  'i',
)

/** A name as it is shown, no longer than it may be. */
const nameOf = (text: string) =>
  [
    ...asItLooks(
      text
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .replace(/\p{Cc}|\p{Cs}/gu, ' '),
    ),
  ]
    .slice(0, queueLimits.name)
    .join('')
    .trim()

/** Cuts a line where this stands, but not inside quotes. */
function cut(line: string, separator: RegExp): string[] {
  const quoted: string[] = []
  const plain = line.replace(/"(?:[^"]|"")*"/g, (text) => `\uE000${quoted.push(text) - 1}\uE000`)
  return plain
    .split(separator)
    .map((part) => part.replace(/\uE000(\d+)\uE000/g, (_, at: string) => quoted[Number(at)] ?? ''))
}

/** A table whose first line is headings: what divides its columns, and which of them have names. */
interface Sheet {
  separator: RegExp
  names: number[]
}

/** The table that this line heads; undefined where it is a match like the others. */
function sheetOf(line: string): Sheet | undefined {
  const separator = [/\t/, /;/, /,/].find((one) => one.test(line))
  const headings = separator ? line.split(separator).map((heading) => heading.trim()) : []
  const names = headings.flatMap((heading, at) => (nameHeading.test(heading) ? [at] : []))
  const isHead = headings.every((heading) => heading === '' || nameHeading.test(heading) || otherHeading.test(heading))
  return separator && isHead && names.length > 0 ? { separator, names } : undefined
}

/** The names of one line. */
function namesIn(line: string): string[] {
  const text = line.includes('\t') ? line : line.replace(numbering, '')
  const separator = between.find((one) => cut(text, one).filter((part) => part.trim()).length > 1)
  const parts = (separator ? cut(text, separator) : [text.replace(/^[\s,;|/]+|[\s,;|/]+$/g, '')])
    .map(nameOf)
    .filter(Boolean)
  const names = parts.filter((part, at) => at === 0 || at === parts.length - 1 || !dividerColumn.test(part))
  // The number of a match, and scores, in columns of their own.
  const unnumbered = names.filter((name) => !isOnlyNumber(name))
  return names.length > 2 && unnumbered.length > 1 ? unnumbered : names
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

/**
 * Reads a queue that was pasted: one match a line, its names divided by "vs", tabs, commas or the like. Lines of one name go
 * together in pairs, up to an empty line. A first line of headings says which
 * columns are players. Takes whatever is there; what does not fit is left out and said.
 */
export function readQueue(text: string): Queue {
  const matches: string[][] = []
  let lone: string[] | undefined
  let crowded = 0
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  const [first = '', second = ''] = lines.filter((line) => line.trim())
  // Players may be called Player 1 and Player 2; headings stand in one line only.
  const sheet = sheetOf(second) ? undefined : sheetOf(first)
  for (const line of sheet ? lines.slice(lines.indexOf(first) + 1) : lines) {
    if (lone && dividerLine.test(line.trim())) continue
    const cells = sheet ? cut(line, sheet.separator) : []
    const names =
      sheet && cells.length > 1 ? sheet.names.map((at) => nameOf(cells[at] ?? '')).filter(Boolean) : namesIn(line)
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
    ...(sheet ? ['The first line was read as headings: only the columns of players are kept.'] : []),
    ...(crowded > 0
      ? [
          `${plural(crowded, 'One line has', 'lines have')} more than ${queueLimits.players} names: the others are left out.`,
        ]
      : []),
    ...(matches.length > queueLimits.matches ? [`Only the first ${queueLimits.matches} matches are kept.`] : []),
  ]
  return { matches: matches.slice(0, queueLimits.matches), notes }
}

/** A match in a line. */
export const matchLine = (names: readonly string[]): string => names.join(' vs ')

/** A queue as a text that is read as the same again, as long as no name looks like two. */
export const queueText = (matches: readonly (readonly string[])[]): string =>
  matches.map((names) => `${matchLine(names)}${names.length === 1 ? '\n' : ''}`).join('\n')
