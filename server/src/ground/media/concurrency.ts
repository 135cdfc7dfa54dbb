import pLimit from 'p-limit'
import { tooMany, unavailable } from '../http/refusals'

/** Lets so much work run at the same time, and so much more wait. Answers what runs work in its turn; throws 503 when too much is waiting already. */
export function limitConcurrency({
  running,
  waiting,
}: {
  running: number
  waiting: number
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(running)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw unavailable()
    return limit(work)
  }
}

const retrySeconds = 5

/** Limits how many uploads are in memory at the same time, so that slow senders do not fill it. Nobody waits, so this is not a queue for p-limit. */
export class UploadSlots<User extends string | number = number> {
  private total = 0
  private readonly byUser = new Map<User, number>()

  constructor(private readonly limits: { perUser: number; total: number }) {}

  /** Does the work that holds an upload. Throws 429 when this user sends too many at once, 503 when all do. */
  async take<Result>(userId: User, work: () => Promise<Result>): Promise<Result> {
    const own = this.byUser.get(userId) ?? 0
    if (own >= this.limits.perUser) throw tooMany(retrySeconds)
    if (this.total >= this.limits.total) throw unavailable()
    this.byUser.set(userId, own + 1)
    this.total += 1
    try {
      return await work()
    } finally {
      this.total -= 1
      const left = this.byUser.get(userId)! - 1
      if (left > 0) this.byUser.set(userId, left)
      else this.byUser.delete(userId)
    }
  }
}

/** Those of pictures, of the whole process. */
export const pictureSlots = new UploadSlots({ perUser: 6, total: 32 })

/** Those of guests' photos, by network: a venue's guests share one. */
export const photoSlots = new UploadSlots<string>({ perUser: 12, total: 24 })
