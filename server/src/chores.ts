import type { Kysely } from 'kysely'
import type { Tables } from './ground/database'
import { takeTurn } from './ground/database/turns'

/** What is done again and again for as long as the server runs. What fails is reported, and done again the next time. */
export class Chores {
  private readonly timers: NodeJS.Timeout[] = []

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Done by this process, whether the last time is over or not. */
  every(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setInterval(() => void work().catch(this.onError), ms))
  }

  /** Done by one process for all on the database. One that is still at it from the last time waits for the next. */
  inTurn(chore: string, everyMs: number, work: () => Promise<void>): void {
    let isAtIt = false
    this.every(everyMs, async () => {
      if (isAtIt) return
      isAtIt = true
      try {
        if (await takeTurn(this.db, chore, everyMs)) await work()
      } finally {
        isAtIt = false
      }
    })
  }

  /** No more are begun. */
  stop(): void {
    for (const timer of this.timers) clearInterval(timer)
  }
}
