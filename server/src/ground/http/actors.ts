import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { clockOf } from '../process/clock'
import type { Clock } from '../process/clock'
import type { Tables } from '../database/tables'

/** Who sends a request. */
export type Actor =
  | { type: 'anonymous' }
  | { type: 'user'; userId: number }
  | {
      type: 'device'
      deviceId: number
      venueMachineId: number | null
      /** when it got the token that it shows, ms since 1970 */
      signedOnAt: number
    }
  | { type: 'device-key'; venueMachineId: number }

export const anonymous: Actor = { type: 'anonymous' }

/** What the database keeps of a token or key. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token or key of an Authorization header. */
export const tokenIn = (authorization: string | undefined): string | undefined => /^S?Token +(\S{1,512})$/i.exec(authorization ?? '')?.[1]

const dayMs = 86_400_000

/** How long an account works without its address confirmed, in ms. */
export const unverifiedForMs = 7 * dayMs

const longestLoginMs = 90 * dayMs
const idleLoginMs = 30 * dayMs
/** How far behind the note may be of when a login was last used: not every request writes. */
const noteUseEveryMs = 3_600_000

/** A login works that was made after the one moment and last used after the other. `now`: ms since 1970. */
export const livingSince = (now: number) => ({ made: new Date(now - longestLoginMs), used: new Date(now - idleLoginMs) })

// Other processes may revoke too, so that nothing is believed for longer.
const keepMs = 5_000
const maxKept = 20_000
/** A machine whose key was revoked goes on posting. */
const keepUnknownMs = 1_000
const maxUnknown = 5_000

interface Looking {
  actor: Promise<Actor | undefined>
  isForgotten: boolean
}

/** Finds who a token belongs to, and remembers it for 5 s: devices post many times a second. Many that ask at the same time are one question. */
export class Actors {
  private readonly clock: Clock
  /** in hex, by token */
  private readonly hashes = new LRUCache<string, string>({ max: maxKept })
  /** by hash in hex */
  private readonly kept: LRUCache<string, Actor>
  /** hashes that nobody has */
  private readonly unknown: LRUCache<string, Actor>
  // Not lru-cache's own sharing of lookups: one that is forgotten half way would fail, or be kept all the same.
  private readonly looking = new Map<string, Looking>()

  constructor(
    private readonly db: Kysely<Tables>,
    clock: Partial<Clock> = {},
  ) {
    this.clock = clockOf(clock)
    const timing = { perf: { now: this.clock.elapsed }, ttlResolution: 0 }
    this.kept = new LRUCache({ max: maxKept, ttl: keepMs, ...timing })
    this.unknown = new LRUCache({ max: maxUnknown, ttl: keepUnknownMs, ...timing })
  }

  /** The actor of an Authorization header; a token that nobody has (any more) is anonymous, and that of an account that is switched off. */
  async find(authorization: string | undefined): Promise<Actor> {
    const token = tokenIn(authorization)
    if (!token) return anonymous
    const hash = this.hexOf(token)
    return this.remembered(hash) ?? (await this.lookOnce(hash)) ?? anonymous
  }

  /** What find answers, where it is remembered. */
  known(authorization: string): Actor | undefined {
    const token = tokenIn(authorization)
    return token ? this.remembered(this.hexOf(token)) : anonymous
  }

  /** To be called after a token was revoked, or what it stands for has changed (pairing). */
  forget(which: Buffer | 'all'): void {
    const forget = (hash: string, looking: Looking | undefined) => {
      if (looking) looking.isForgotten = true
      this.kept.delete(hash)
    }
    if (which !== 'all') return forget(which.toString('hex'), this.looking.get(which.toString('hex')))
    this.kept.clear()
    for (const [hash, looking] of this.looking) forget(hash, looking)
  }

  private remembered(hash: string): Actor | undefined {
    return this.kept.get(hash) ?? this.unknown.get(hash)
  }

  private lookOnce(hash: string): Promise<Actor | undefined> {
    const known = this.looking.get(hash)
    if (known && !known.isForgotten) return known.actor
    const looking: Looking = { isForgotten: false, actor: Promise.resolve(undefined) }
    looking.actor = this.look(hash)
      .then((actor) => {
        if (actor && !looking.isForgotten) this.kept.set(hash, actor)
        return actor
      })
      .finally(() => {
        if (this.looking.get(hash) === looking) this.looking.delete(hash)
      })
    this.looking.set(hash, looking)
    return looking.actor
  }

  private hexOf(token: string): string {
    const known = this.hashes.get(token)
    if (known !== undefined) return known
    const hash = hashOf(token).toString('hex')
    this.hashes.set(token, hash)
    return hash
  }

  /** Undefined where there is no such token, or it is worth nothing at the moment. */
  private async look(hash: string): Promise<Actor | undefined> {
    const bytes = Buffer.from(hash, 'hex')
    const now = this.clock.now()
    const { made, used } = livingSince(now)
    const { rows } = await sql<{ user_id: number | null; is_on: boolean; device_id: number | null; venue_machine_id: number | null; moment: Date | null }>`
      select t.user_id,
        t.created_at > ${made} and t.used_at > ${used} and (u.verified_at is not null or u.created_at > ${new Date(now - unverifiedForMs)}) as is_on,
        null::bigint as device_id, null::bigint as venue_machine_id, t.used_at as moment
      from tokens t join users u on u.id = t.user_id where t.hash = ${bytes}
      union all
      select null, true, d.id, d.venue_machine_id, t.created_at from device_tokens t join devices d on d.id = t.device_id where t.hash = ${bytes}
      union all
      select null, true, null, k.venue_machine_id, null from device_keys k where k.hash = ${bytes}
    `.execute(this.db)
    const [row] = rows
    if (!row) this.unknown.set(hash, anonymous)
    if (!row?.is_on) return undefined
    if (row.user_id !== null) {
      if (row.moment!.getTime() < now - noteUseEveryMs) await this.noteUse(bytes, new Date(now))
      return { type: 'user', userId: row.user_id }
    }
    if (row.device_id !== null) return { type: 'device', deviceId: row.device_id, venueMachineId: row.venue_machine_id, signedOnAt: row.moment!.getTime() }
    return row.venue_machine_id === null ? undefined : { type: 'device-key', venueMachineId: row.venue_machine_id }
  }

  private async noteUse(hash: Buffer, now: Date) {
    await this.db.updateTable('tokens').set({ used_at: now }).where('hash', '=', hash).where('used_at', '<', now).execute()
  }
}
