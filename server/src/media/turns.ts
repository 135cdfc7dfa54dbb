import { unavailable } from '../http/refusals'

/** Lets so much work run at the same time, and so much more wait; the rest is refused. */
export class Turns {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly limits: { running: number; waiting: number }) {}

  /** Does the work when it is its turn. Throws 503 when too much is waiting already. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.begin()
    try {
      return await work()
    } finally {
      this.end()
    }
  }

  private begin(): Promise<void> {
    if (this.running < this.limits.running) {
      this.running += 1
      return Promise.resolve()
    }
    if (this.waiting.length >= this.limits.waiting) throw unavailable()
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  private end() {
    const next = this.waiting.shift()
    // Whoever waited takes over the place.
    if (next) next()
    else this.running -= 1
  }
}
