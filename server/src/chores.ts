import type { Kysely } from 'kysely'
import type { Tables } from './ground/database'
import { takeLease } from './ground/database/leases'

/** What is done again and again for as long as the server runs. What fails is reported, and done again the next time. */
export class Chores {
  private readonly timers: NodeJS.Timeout[] = []
  private readonly atWork = new Set<Promise<unknown>>()
  private readonly ending = new AbortController()

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Done by this process, whether the last time is over or not. */
  every(ms: number, work: () => Promise<unknown>): void {
    const begin = () => {
      const working = work()
        .catch(this.onError)
        .finally(() => this.atWork.delete(working))
      this.atWork.add(working)
    }
    this.timers.push(setInterval(begin, ms))
  }

  /**
   * Done by one process for all on the database. One that is still at it from the last time waits for the next. What may take
   * long breaks off once it is told to, and goes on the next time.
   */
  byOne(chore: string, everyMs: number, work: (ending: AbortSignal) => Promise<void>): void {
    let isAtIt = false
    this.every(everyMs, async () => {
      if (isAtIt) return
      isAtIt = true
      try {
        if (await takeLease(this.db, chore, everyMs)) await work(this.ending.signal)
      } finally {
        isAtIt = false
      }
    })
  }

  /** No more are begun. Resolves once those at work are done, or have broken off. */
  async stop(): Promise<void> {
    this.ending.abort()
    for (const timer of this.timers) clearInterval(timer)
    await Promise.all(this.atWork)
  }
}
