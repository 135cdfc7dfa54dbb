import { createHash } from 'node:crypto'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { elapsed } from '../process/clock'
import type { Tables } from '../database/tables'
import { networkOf } from './caller'
import { Refusal, tooMany, tooManyDetail } from './refusals'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** there is a limit to how often it may be called */
    isLimited?: boolean
  }
}

interface Window {
  count: number
  /** by `elapsed` */
  until: number
}

/** Keys that are remembered, at least; at most twice as many. */
const mostKeys = 10_000

/** What is known of the youngest keys, however many there are. */
class YoungKeys<Known> {
  // Two maps that take turns: lru-cache would hold memory for all keys of each limit from the start.
  private young = new Map<string, Known>()
  private old = new Map<string, Known>()

  get(key: string): Known | undefined {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, known: Known): void {
    if (this.young.size >= mostKeys && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, known)
  }

  delete(key: string): void {
    this.young.delete(key)
    this.old.delete(key)
  }
}

/**
 * So many times within a window, for each key; a window begins with its first call. A key that is forgotten has a window of its
 * own again.
 *
 * Our own: rate-limiter-flexible answers with promises (260 ns against 55 on the path of every bootstrap), goes by the clock that
 * people set, and remembers as many keys as somebody sends. Where several processes count together there are SharedLimit and
 * ReportedLimit, by the database's clock.
 */
export class WindowLimit {
  private readonly windows = new YoungKeys<Window>()

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
    private readonly now: () => number = elapsed,
  ) {}

  /**
   * Counts a call, or `amount` of whatever is limited. Answers 0 when it is let through, else the ms until the next one is; that
   * call is not counted.
   */
  take(key: string, amount = 1): number {
    const now = this.now()
    const window = this.windowOf(key)
    if (window.until <= now) {
      window.count = 0
      window.until = now + this.windowMs
    }
    if (window.count + amount > this.max) return window.until - now
    window.count += amount
    return 0
  }

  /** One call of this key does not count. */
  giveBack(key: string): void {
    const window = this.windowOf(key)
    window.count = Math.max(0, window.count - 1)
  }

  /** The calls of this key do not count. */
  forget(key: string): void {
    this.windows.delete(key)
  }

  /** Lets no call of this key through for so long. */
  close(key: string, ms: number): void {
    this.windows.set(key, { count: this.max, until: this.now() + ms })
  }

  /** Calls of this key that were let through in its window. */
  taken(key: string): number {
    return this.windowOf(key).count
  }

  private windowOf(key: string): Window {
    const known = this.windows.get(key)
    if (known) return known
    const window = { count: 0, until: Number.NEGATIVE_INFINITY }
    this.windows.set(key, window)
    return window
  }
}

/** Throws 429 for a call that is one too many. */
export function countCall(limit: Pick<WindowLimit, 'take'>, key: string): void {
  const waitMs = limit.take(key)
  if (waitMs > 0) throw tooMany(waitMs / 1000)
}

/** Where processes count together: the name of what is counted is part of each key. */
interface Shared {
  db: Kysely<Tables>
  name: string
}

const hashOf = ({ name }: Shared, key: string) => createHash('sha256').update(`${name} ${key}`).digest()

/** Counts calls of all processes on the database, `most` at most. Answers what was counted, and the ms that the window goes on. */
async function countTogether(
  shared: Shared,
  key: string,
  calls: number,
  most: number,
  windowMs: number,
): Promise<{ count: number; wait_ms: number }> {
  // A clock that was ahead may have left a time that is still far; one that began a moment later leaves one that is a little later.
  const isOver = sql`known.until not between now() and now() + ${2 * windowMs}::float8 * interval '1 ms'`
  const { rows } = await sql<{ count: number; wait_ms: number }>`
    insert into call_windows as known (key, count, until) values (${hashOf(shared, key)}, ${calls}, now() + ${windowMs}::float8 * interval '1 ms')
    on conflict (key) do update set
      count = case when ${isOver} then ${calls}::int else least(known.count + ${calls}::int, ${most}::int) end,
      until = case when ${isOver} then excluded.until else known.until end
    returning count, greatest(1, extract(epoch from until - now())::float8 * 1000) as wait_ms
  `.execute(shared.db)
  return rows[0]!
}

/** A process that was told no asks again about the same key after so long: a flood is one statement a second, not a row that everybody waits for. */
const askAgainMs = 1_000

/**
 * A WindowLimit that all processes on a database count together, for what is worth a statement each time. While the database
 * does not answer, each process counts alone (docs/decisions/0031).
 */
export class SharedLimit {
  private readonly refused = new YoungKeys<{ until: number; askAt: number }>()
  private readonly alone: WindowLimit

  constructor(
    private readonly shared: Shared,
    private readonly max: number,
    private readonly windowMs: number,
    private readonly now: () => number = elapsed,
  ) {
    this.alone = new WindowLimit(max, windowMs, now)
  }

  /** Counts a call, or `amount` of whatever is limited. Throws 429 for what is too many: until the window ends nothing more is let through. */
  async count(key: string, amount = 1): Promise<void> {
    const before = this.refused.get(key)
    if (before && this.now() < before.askAt) throw tooMany((before.until - this.now()) / 1000)
    const waitMs = await countTogether(this.shared, key, amount, this.max + 1, this.windowMs).then(
      ({ count, wait_ms }) => (count > this.max ? wait_ms : 0),
      () => this.alone.take(key, amount),
    )
    if (waitMs <= 0) return
    const now = this.now()
    this.refused.set(key, { until: now + waitMs, askAt: now + Math.min(waitMs, askAgainMs) })
    throw tooMany(waitMs / 1000)
  }

  /** The calls of this key do not count. */
  async forget(key: string): Promise<void> {
    this.refused.delete(key)
    this.alone.forget(key)
    await sql`delete from call_windows where key = ${hashOf(this.shared, key)}`.execute(this.shared.db)
  }
}

const reports = 60

/**
 * A WindowLimit whose calls are not worth a statement each: every process lets through what it may alone, tells the others of every
 * sixtieth of that, in the background, and stops where all have reached it together. So each process but one may let
 * through a sixtieth more than allowed, and all of them what comes while the database answers.
 */
export class ReportedLimit {
  private readonly own: WindowLimit
  private readonly step: number

  constructor(
    private readonly shared: Shared,
    private readonly max: number,
    private readonly windowMs: number,
    now: () => number = elapsed,
  ) {
    this.own = new WindowLimit(max, windowMs, now)
    this.step = Math.ceil(max / reports)
  }

  /** As WindowLimit's. */
  take(key: string): number {
    const waitMs = this.own.take(key)
    if (waitMs === 0 && this.own.taken(key) % this.step === 0) this.report(key)
    return waitMs
  }

  private report(key: string) {
    countTogether(this.shared, key, this.step, this.max, this.windowMs).then(
      (told) => told.count >= this.max && this.own.close(key, told.wait_ms),
      // While the database does not answer each process counts alone.
      () => {},
    )
  }
}

/** Removes windows that are over. */
export const removeOldWindows = async (db: Kysely<Tables>): Promise<void> =>
  void (await sql`delete from call_windows where until < now()`.execute(db))

/** Does what counts a call, and refuses what is too much in these words. */
export async function inWords<Counted>(detail: string, count: () => Counted | Promise<Counted>): Promise<Counted> {
  try {
    return await count()
  } catch (error) {
    throw error instanceof Refusal && error.status === 429 ? new Refusal(429, { detail }, error.headers) : error
  }
}

function limited(countFor: (request: FastifyRequest) => void | Promise<void>): RouteShorthandOptions {
  return {
    config: { isLimited: true },
    onRequest: async (request) => {
      if (request.server.isLimited) await countFor(request)
    },
  }
}

function counting(max: number, windowMs: number, shared: Shared | undefined): (key: string) => void | Promise<void> {
  if (shared) {
    const limit = new SharedLimit(shared, max, windowMs)
    return (key) => limit.count(key)
  }
  const limit = new WindowLimit(max, windowMs)
  return (key) => countCall(limit, key)
}

/** Options of a route that one address may call so many times within a window: of each process, or of all that share. */
export function perAddress(max: number, windowMs: number, shared?: Shared): RouteShorthandOptions {
  const count = counting(max, windowMs, shared)
  return limited(({ caller }) => count(networkOf(caller)))
}

/**
 * The same for one signed-in user, wherever the requests come from; others count by their address, which may call `perAddress` times.
 * @param detail what is said of a call too many
 */
export function perUser(
  max: number,
  windowMs: number,
  perAddress = max,
  shared?: Shared,
  detail = tooManyDetail,
): RouteShorthandOptions {
  const [ofUsers, ofOthers] = [
    counting(max, windowMs, shared),
    counting(perAddress, windowMs, shared && { ...shared, name: `${shared.name}, by address` }),
  ]
  return limited(({ actor, caller }) =>
    inWords(detail, () => (actor.type === 'user' ? ofUsers(String(actor.userId)) : ofOthers(networkOf(caller)))),
  )
}
