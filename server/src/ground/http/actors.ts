import { createHash } from 'node:crypto'
import type { TokenScope } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { runKept } from '../database/keptPlans'
import type { Tables } from '../database/tables'
import { clockOf, schedule } from '../process/clock'
import type { Clock, Schedule } from '../process/clock'

/** Who sends a request. */
export type Actor =
  | { type: 'anonymous' }
  | { type: 'user'; userId: number }
  /** a program of a user's: it becomes the user only where a scope says so, see ownerBehind */
  | { type: 'api-token'; userId: number; scopes: readonly TokenScope[] }
  | {
      type: 'device'
      deviceId: number
      venueMachineId: number | null
      /** when it got the token that it shows, ms since 1970 */
      signedOnAt: number
    }
  | { type: 'device-key'; venueMachineId: number }
  | { type: 'venue-key'; venueId: number }

export const anonymous: Actor = { type: 'anonymous' }

/** What the database keeps of a token or key. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token or key of an Authorization header. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^S?Token +(\S{1,512})$/i.exec(authorization ?? '')?.[1]

/** What API tokens begin with, so that people and programs that look for leaked ones know them. */
export const apiTokenPrefix = 'multiball_'

/** Whether an Authorization header has an API token, whatever it is worth. */
export const isApiToken = (authorization: string | undefined): boolean =>
  tokenIn(authorization)?.startsWith(apiTokenPrefix) ?? false

/** The user for whom a program may do what takes this scope, none where it may not; every other actor as it is. */
export const ownerBehind = (actor: Actor, scope: TokenScope): Actor =>
  actor.type !== 'api-token' ? actor : actor.scopes.includes(scope) ? { type: 'user', userId: actor.userId } : anonymous

/** How far behind the note may be of when a login or an API token was last used: not every request writes. */
const noteUseEveryMs = 3_600_000

/** Which logins work at a moment (ms since 1970): made and last used after these, of an account registered after the third or with its address confirmed. */
export type LivingSince = (now: number) => { made: Date; used: Date; registered: Date }

/*
 * Machines post many times a second, so what a token stands for is remembered. Whatever revokes it here says so at once (auth.ts), and
 * so do other processes over the bus (joinInstances.ts). But a message may be lost, and whoever works on the database by hand sends none:
 * nothing is believed for longer than the database said it a moment ago. What is in use is therefore asked about again before it is too
 * old, all of it in one statement a second, and not each token by itself.
 */

const keepMs = 5_000
const maxKept = 20_000
/** Leaves whoever posts once a second the time to be asked about again: until its next post, the pause, and the answer. */
const confirmAfterMs = 2_000
const confirmPauseMs = 1_000
/** A machine whose key was revoked goes on posting. */
const keepUnknownMs = 1_000
const maxUnknown = 5_000

interface Looking {
  actor: Promise<Actor | undefined>
  isForgotten: boolean
}

/** Finds who a token belongs to, and remembers it: 5 s after the database was asked it is not believed any more. Many that ask at the same time are one question. */
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
  /** hashes in use that the next statement asks about again */
  private readonly ageing = new Set<string>()
  private isConfirming = false
  private readonly schedule: Schedule

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly livingSince: LivingSince,
    { schedule: later = schedule, ...clock }: Partial<Clock> & { schedule?: Schedule } = {},
  ) {
    this.clock = clockOf(clock)
    this.schedule = later
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
    const actor = this.kept.get(hash)
    if (!actor) return this.unknown.get(hash)
    if (this.kept.getRemainingTTL(hash) <= keepMs - confirmAfterMs) this.confirmSoon(hash)
    return actor
  }

  private confirmSoon(hash: string) {
    this.ageing.add(hash)
    if (this.isConfirming) return
    this.isConfirming = true
    this.schedule(() => void this.confirm(), confirmPauseMs)
  }

  /** Asks about all that are ageing. Never throws: what the database did not confirm is looked up by whoever shows it once it is too old. */
  private async confirm() {
    const before = [...this.ageing].map((hash) => [hash, this.kept.peek(hash)] as const)
    this.ageing.clear()
    const start = this.clock.elapsed()
    try {
      const found = await this.read(before.map(([hash]) => hash))
      for (const [hash, actor] of before) {
        // It was forgotten meanwhile, and perhaps looked up anew.
        if (!actor || this.kept.peek(hash) !== actor) continue
        const confirmed = found.get(hash)
        if (confirmed) this.kept.set(hash, confirmed, { start })
        else this.kept.delete(hash)
      }
    } catch {
      // Whoever looks one of them up is told what is wrong.
    } finally {
      this.isConfirming = false
    }
  }

  private lookOnce(hash: string): Promise<Actor | undefined> {
    const known = this.looking.get(hash)
    if (known && !known.isForgotten) return known.actor
    const looking: Looking = { isForgotten: false, actor: Promise.resolve(undefined) }
    const start = this.clock.elapsed()
    looking.actor = this.look(hash)
      .then((actor) => {
        if (actor && !looking.isForgotten) this.kept.set(hash, actor, { start })
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
    const found = await this.read([hash])
    if (!found.has(hash)) this.unknown.set(hash, anonymous)
    return found.get(hash)
  }

  /** Those of these hashes that there are; undefined for what is worth nothing at the moment. */
  private async read(hashes: readonly string[]): Promise<Map<string, Actor | undefined>> {
    const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'))
    const now = this.clock.now()
    const { made, used, registered } = this.livingSince(now)
    // An array that PostgreSQL does not see, so that it plans once for however many: to plan takes ten times as long as to find one.
    const given = sql`(array(select unnest(${bytes}::bytea[])))`
    const statement = sql<FoundRow>`
      select t.hash, t.user_id,
        t.created_at > ${made} and t.used_at > ${used} and (u.verified_at is not null or u.created_at > ${registered}) as is_on,
        null::bigint as device_id, null::bigint as venue_machine_id, null::bigint as venue_id, t.used_at as moment, null::text[] as scopes
      from tokens t join users u on u.id = t.user_id where t.hash = any ${given}
      union all
      select t.hash, t.user_id, coalesce(t.expires_at > ${new Date(now)}, true) and (u.verified_at is not null or u.created_at > ${registered}),
        null, null, null, t.used_at, t.scopes
      from api_tokens t join users u on u.id = t.user_id where t.hash = any ${given}
      union all
      select t.hash, null, true, d.id, d.venue_machine_id, null, t.created_at, null from device_tokens t join devices d on d.id = t.device_id where t.hash = any ${given}
      union all
      select k.hash, null, true, null, k.venue_machine_id, null, null, null from device_keys k where k.hash = any ${given}
      union all
      select k.hash, null, true, null, null, k.venue_id, null, null from venue_keys k where k.hash = any ${given}
    `
    const { rows } = await runKept(this.db, 'actors of tokens', statement)
    const stale = rows.filter(
      ({ user_id, is_on, moment }) => user_id !== null && is_on && (moment?.getTime() ?? 0) < now - noteUseEveryMs,
    )
    await this.noteUse(
      'tokens',
      stale.filter(({ scopes }) => !scopes),
      new Date(now),
    )
    await this.noteUse(
      'api_tokens',
      stale.filter(({ scopes }) => scopes),
      new Date(now),
    )
    return new Map(rows.map((row) => [row.hash.toString('hex'), actorOf(row)]))
  }

  private async noteUse(table: 'tokens' | 'api_tokens', rows: FoundRow[], now: Date) {
    if (rows.length === 0) return
    const hashes = rows.map(({ hash }) => hash)
    await sql`
      update ${sql.table(table)} set used_at = ${now} where hash = any(${hashes}::bytea[]) and (used_at is null or used_at < ${now})
    `.execute(this.db)
  }
}

interface FoundRow {
  hash: Buffer
  user_id: number | null
  is_on: boolean
  device_id: number | null
  venue_machine_id: number | null
  venue_id: number | null
  moment: Date | null
  /** of an API token */
  scopes: TokenScope[] | null
}

function actorOf({
  user_id,
  is_on,
  device_id,
  venue_machine_id,
  venue_id,
  moment,
  scopes,
}: FoundRow): Actor | undefined {
  if (!is_on) return undefined
  if (user_id !== null)
    return scopes ? { type: 'api-token', userId: user_id, scopes } : { type: 'user', userId: user_id }
  if (device_id !== null)
    return { type: 'device', deviceId: device_id, venueMachineId: venue_machine_id, signedOnAt: moment!.getTime() }
  if (venue_id !== null) return { type: 'venue-key', venueId: venue_id }
  return venue_machine_id === null ? undefined : { type: 'device-key', venueMachineId: venue_machine_id }
}
