import { createHash, timingSafeEqual } from 'node:crypto'
import type { BoardName } from '../boards/visibility'
import { elapsed } from '../clock'

const digest = (text: string) => createHash('sha256').update(text).digest()

const keepMs = 2_000
const maxKept = 2_000

/**
 * The keys that open boards through what contains them. They are read per board and kept for a moment, so that a flood of
 * wrong keys asks the database for nothing.
 */
export class ViewerKeys {
  private readonly kept = new Map<string, { digests: Promise<Buffer[]>; until: number }>()

  constructor(
    /** all keys that open a board, its own among them */
    private readonly read: (board: BoardName) => Promise<readonly string[]>,
    private readonly now: () => number = elapsed,
  ) {}

  /** Whether the key opens the board. The comparison takes the same time for every key. */
  async opens(board: BoardName, key: string): Promise<boolean> {
    const given = digest(key)
    return (await this.digestsOf(board)).reduce((isOpen, digestOfKey) => timingSafeEqual(given, digestOfKey) || isOpen, false)
  }

  /** From now on keys are read anew. */
  forget(): void {
    this.kept.clear()
  }

  private digestsOf({ type, id }: BoardName): Promise<Buffer[]> {
    const name = `${type} ${id}`
    const kept = this.kept.get(name)
    if (kept && kept.until > this.now()) return kept.digests
    if (this.kept.size >= maxKept) this.kept.clear()
    const digests = this.read({ type, id }).then((keys) => keys.map(digest))
    const entry = { digests, until: this.now() + keepMs }
    this.kept.set(name, entry)
    digests.catch(() => {
      if (this.kept.get(name) === entry) this.kept.delete(name)
    })
    return digests
  }
}
