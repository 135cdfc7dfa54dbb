/*
 * The Backbox Control Protocol: lines of `command?key=type:value&…`, or `command?json={…}`, over TCP. A line that ends
 * in a count of bytes is followed by that many bytes, which nobody here reads.
 */

export interface BcpCommand {
  name: string
  /** by name; whole numbers beyond 2^53 - 1 are the text of their digits */
  parameters: Readonly<Record<string, unknown>>
}

/** A line longer than that is nonsense, and so is what follows it. */
export const maxLineLength = 1_000_000

/** A number, or its digits as text where a number would lose some. */
function integerOf(text: string): number | string {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? text : value
}

const types: Record<string, (text: string) => unknown> = {
  int: integerOf,
  float: Number,
  bool: (text) => text === 'True' || text === 'true',
  NoneType: () => null,
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function valueOf(text: string): unknown {
  const [, type = '', rest = ''] = /^(\w+):(.*)$/s.exec(text) ?? []
  return types[type]?.(rest) ?? (type in types ? null : text)
}

function parametersOf(query: string): Record<string, unknown> {
  if (query.startsWith('json=')) {
    const given: unknown = JSON.parse(query.slice('json='.length))
    return typeof given === 'object' && given !== null ? { ...given } : {}
  }
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair): [string, unknown] => {
      const [key = '', ...value] = pair.split('=')
      return [decoded(key), valueOf(decoded(value.join('=')))]
    })
  return Object.fromEntries(pairs)
}

/** The command of a line; undefined for what is none. */
export function parseLine(line: string): BcpCommand | undefined {
  const [, name = '', query = ''] = /^([a-z_]+)(?:\?(.*))?$/is.exec(line.trim()) ?? []
  if (name === '') return undefined
  try {
    return { name: name.toLowerCase(), parameters: parametersOf(query) }
  } catch {
    return undefined
  }
}

/** A line with its end; values are text. */
export function formatLine(name: string, parameters: Record<string, string> = {}): string {
  const query = Object.entries(parameters).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  )
  return `${[name, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}\n`
}

/** Puts the pieces of a stream together and returns the commands that are complete. */
export class BcpReader {
  private kept: Buffer = Buffer.alloc(0)
  private skip = 0

  /** @throws when a line has no end */
  read(piece: Buffer): BcpCommand[] {
    this.kept = this.kept.length === 0 ? piece : Buffer.concat([this.kept, piece])
    const commands: BcpCommand[] = []
    for (;;) {
      const skipped = Math.min(this.skip, this.kept.length)
      this.kept = this.kept.subarray(skipped)
      this.skip -= skipped
      const end = this.skip > 0 ? -1 : this.kept.indexOf(0x0a)
      if (end < 0) break
      const command = parseLine(this.kept.toString('utf8', 0, end))
      this.kept = this.kept.subarray(end + 1)
      if (!command) continue
      const { bytes } = command.parameters
      this.skip = typeof bytes === 'number' && bytes > 0 ? bytes : 0
      commands.push(command)
    }
    if (this.kept.length > maxLineLength) throw new Error('A line of MPF has no end')
    return commands
  }
}
