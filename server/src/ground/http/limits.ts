import { createHash } from 'node:crypto'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { elapsed } from '../process/clock'
import type { Tables } from '../database/tables'
import { networkOf } from './caller'
import { tooMany } from './refusals'

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

/** Keys that are remembered, at least; at most twice as many. The callers of those that are forgotten have a window of their own again. */
const mostKeys = 10_000

/**
 * So many times within a window, for each key; a window begins with its first call.
 *
 * The only limiter of the server, and our own: rate-limiter-flexible answers with promises (260 ns against 55 on the path of
 * every bootstrap), goes by the clock that people set, and remembers as many keys as somebody sends. Where several processes
 * are to count together there is SharedLimit.
 */
export class WindowLimit {
  // Two maps that take turns: lru-cache would hold memory for all keys of each limit from the start.
  private young = new Map<string, Window>()
  private old = new Map<string, Window>()

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
    private readonly now: () => number = elapsed,
  ) {}

  /** Counts a call. Answers 0 when it is let through, else the ms until the next one is; that call is not counted. */
  take(key: string): number {
    const now = this.now()
    const window = this.windowOf(key)
    if (window.until <= now) {
      window.count = 0
      window.until = now + this.windowMs
    }
    if (window.count >= this.max) return window.until - now
    window.count += 1
    return 0
  }

  /** One call of this key does not count. */
  giveBack(key: string): void {
    const window = this.windowOf(key)
    window.count = Math.max(0, window.count - 1)
  }

  /** The calls of this key do not count. */
  forget(key: string): void {
    this.young.delete(key)
    this.old.delete(key)
  }

  private windowOf(key: string): Window {
    const known = this.young.get(key)
    if (known) return known
    const window = this.old.get(key) ?? { count: 0, until: Number.NEGATIVE_INFINITY }
    if (this.young.size >= mostKeys) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, window)
    return window
  }
}

/** Throws 429 for a call that is one too many. */
export function countCall(limit: WindowLimit, key: string): void {
  const waitMs = limit.take(key)
  if (waitMs > 0) throw tooMany(waitMs / 1000)
}

/** A WindowLimit that all processes on a database count together, for what is worth a statement each time: wrong passwords. */
export class SharedLimit {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly name: string,
    private readonly max: number,
    private readonly windowMs: number,
  ) {}

  /** Counts a call. Throws 429 for one that is one too many, which is not counted. */
  async count(key: string): Promise<void> {
    // A clock that was ahead may have left a time that is still far; one that began a moment later leaves one that is a little later.
    const isOver = sql`known.until not between now() and now() + ${2 * this.windowMs}::float8 * interval '1 ms'`
    const { rows } = await sql<{ is_over: boolean; wait_ms: number }>`
      insert into call_windows as known (key, count, until) values (${this.hash(key)}, 1, now() + ${this.windowMs}::float8 * interval '1 ms')
      on conflict (key) do update set
        count = case when ${isOver} then 1 else least(known.count + 1, ${this.max + 1}::int) end,
        until = case when ${isOver} then excluded.until else known.until end
      returning count > ${this.max}::int as is_over, extract(epoch from until - now())::float8 * 1000 as wait_ms
    `.execute(this.db)
    const [window] = rows
    if (window?.is_over) throw tooMany(window.wait_ms / 1000)
  }

  /** The calls of this key do not count. */
  async forget(key: string): Promise<void> {
    await sql`delete from call_windows where key = ${this.hash(key)}`.execute(this.db)
  }

  private hash(key: string): Buffer {
    return createHash('sha256').update(`${this.name} ${key}`).digest()
  }
}

/** Removes windows that are over. */
export const removeOldWindows = async (db: Kysely<Tables>): Promise<void> => void (await sql`delete from call_windows where until < now()`.execute(db))

function limited(countFor: (request: FastifyRequest) => void): RouteShorthandOptions {
  return {
    config: { isLimited: true },
    onRequest: async (request) => {
      if (request.server.isLimited) countFor(request)
    },
  }
}

/** Options of a route that one address may call so many times within a window. */
export function perAddress(max: number, windowMs: number): RouteShorthandOptions {
  const limit = new WindowLimit(max, windowMs)
  return limited(({ ip }) => countCall(limit, networkOf(ip)))
}

/** The same for one signed-in user, wherever the requests come from; others count by their address, which may call `perAddress` times. */
export function perUser(max: number, windowMs: number, perAddress = max): RouteShorthandOptions {
  const [ofUsers, ofOthers] = [new WindowLimit(max, windowMs), new WindowLimit(perAddress, windowMs)]
  return limited(({ actor, ip }) => (actor.type === 'user' ? countCall(ofUsers, String(actor.userId)) : countCall(ofOthers, networkOf(ip))))
}
