import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import * as v from 'valibot'
import { writeWhole } from '../wholeFile'

const Known = v.record(
  v.string(),
  v.object({ address: v.pipe(v.string(), v.check(isIPv4)), name: v.optional(v.string()) }),
)
type Known = v.InferOutput<typeof Known>

/** Where the boards of a venue were when they were heard last, by their ids, in a file: a bridge that starts again asks there. */
export class KnownBoards {
  private kept: string

  constructor(private readonly file: string) {
    this.kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  }

  /** None where the file cannot be read: they are found as at first. */
  get all(): [string, Known[string]][] {
    try {
      return Object.entries(v.parse(Known, JSON.parse(this.kept)))
    } catch {
      return []
    }
  }

  /** Keeps these and no others. A disk that is full costs no more than the time until they are heard. */
  keep(boards: readonly (readonly [string, Known[string]])[]): void {
    const text = JSON.stringify(Object.fromEntries(boards))
    if (text === this.kept) return
    try {
      writeWhole(this.file, text)
      this.kept = text
    } catch {
      // Tried again with the next answer of the server.
    }
  }
}
