import { tooMany } from '../http/refusals'

interface Count {
  failures: number
  until: number
}

const maxKeys = 50_000

/** Counts failed attempts: so many for one key within a window, then none until it is over. */
export class Attempts {
  private readonly counts = new Map<string, Count>()

  constructor(
    private readonly limit: { max: number; windowMs: number },
    private readonly now: () => number = Date.now,
  ) {}

  /** To be called before an attempt, which counts as failed from the start: many at once are no way around it. Throws 429. */
  begin(key: string): void {
    const count = this.current(key)
    if (count.failures >= this.limit.max) throw tooMany((count.until - this.now()) / 1000)
    count.failures += 1
  }

  /** The attempt was right. */
  succeed(key: string): void {
    this.counts.delete(key)
  }

  private current(key: string): Count {
    const found = this.counts.get(key)
    if (found && found.until > this.now()) return found
    if (this.counts.size >= maxKeys) this.dropOld()
    const count = { failures: 0, until: this.now() + this.limit.windowMs }
    this.counts.set(key, count)
    return count
  }

  private dropOld() {
    for (const [key, { until }] of this.counts) if (until <= this.now()) this.counts.delete(key)
    if (this.counts.size >= maxKeys) this.counts.clear()
  }
}
