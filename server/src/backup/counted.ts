import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

interface Count {
  rows: number
  bytes: number
  sha256: string
}

const newline = 0x0a

function newlinesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1
  return count
}

/** Lets the rows of a table through, and counts them. */
export function counted(onRows: (rows: number) => void = () => {}): { stream: Transform; count(): Count } {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      rows += newlinesIn(chunk)
      bytes += chunk.length
      onRows(rows)
      done(null, chunk)
    },
  })
  return { stream, count: () => ({ rows, bytes, sha256: hash.digest('hex') }) }
}

const everyMs = 3_000

export type Print = (line: string) => void

const figures = new Intl.NumberFormat('en')

export const figure = (value: number): string => figures.format(value)

/** Says now and then how far a long work is; nothing of a short one. */
export function progressOf(print: Print, now: () => number = Date.now): Print {
  let last = now()
  return (line) => {
    if (now() - last < everyMs) return
    last = now()
    print(line)
  }
}
