import { createHash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { BoardName } from '../../core/boards/visibility'
import { elapsed } from '../../ground/process/clock'

const digest = (text: string) => createHash('sha256').update(text).digest()

const keepMs = 2_000
const maxKept = 2_000

/**
 * The keys that open boards through what contains them, cached per board for a moment, so that a flood of wrong keys costs
 * no queries.
 */
export class ViewerKeys {
  private readonly digests: LRUCache<string, Promise<Buffer[]>>

  constructor(
    /** all keys that open a board, its own among them */
    private readonly read: (board: BoardName) => Promise<readonly string[]>,
    now: () => number = elapsed,
  ) {
    this.digests = new LRUCache({ max: maxKept, ttl: keepMs, ttlResolution: 0, perf: { now } })
  }

  /** Whether the key opens the board. The comparison takes the same time for every key. */
  async opens(board: BoardName, key: string): Promise<boolean> {
    const given = digest(key)
    return (await this.digestsOf(board)).reduce(
      (isOpen, digestOfKey) => timingSafeEqual(given, digestOfKey) || isOpen,
      false,
    )
  }

  /** Drops the cache. */
  forget(): void {
    this.digests.clear()
  }

  private digestsOf({ type, id }: BoardName): Promise<Buffer[]> {
    const name = `${type} ${id}`
    const kept = this.digests.get(name)
    if (kept) return kept
    const digests = this.read({ type, id }).then((keys) => keys.map(digest))
    this.digests.set(name, digests)
    digests.catch(() => {
      if (this.digests.peek(name) === digests) this.digests.delete(name)
    })
    return digests
  }
}
