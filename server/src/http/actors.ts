import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
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

interface Kept {
  hash: Buffer
  actor: Actor
  until: number
}

/** Finds who a token belongs to, and remembers it for 5 s: devices post many times a second. */
export class Actors {
  /** by token */
  private readonly kept = new Map<string, Kept>()
  /** counts what was forgotten, so that a look-up that began before is not kept */
  private forgotten = 0

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The actor of an Authorization header; a token that nobody has (any more) is anonymous, and that of an account that is switched off. */
  async find(authorization: string | undefined): Promise<Actor> {
    const token = tokenIn(authorization)
    if (!token) return anonymous
    const known = this.remembered(token)
    if (known) return known
    const hash = hashOf(token)
    const before = this.forgotten
    const actor = await this.look(hash)
    if (actor.type !== 'anonymous' && before === this.forgotten) this.keep(token, hash, actor)
    return actor
  }

  /** What find answers, where it is remembered. */
  known(authorization: string): Actor | undefined {
    const token = tokenIn(authorization)
    return token ? this.remembered(token) : anonymous
  }

  /** To be called after a token was revoked, or what it stands for has changed (pairing). */
  forget(which: Buffer | 'all'): void {
    this.forgotten += 1
    if (which === 'all') this.kept.clear()
    else for (const [token, { hash }] of this.kept) if (hash.equals(which)) this.kept.delete(token)
  }

  private remembered(token: string): Actor | undefined {
    const kept = this.kept.get(token)
    return kept && kept.until > this.now() ? kept.actor : undefined
  }

  private keep(token: string, hash: Buffer, actor: Actor) {
    if (this.kept.size >= maxKept) this.kept.clear()
    this.kept.set(token, { hash, actor, until: this.now() + keepMs })
  }

  private async look(hash: Buffer): Promise<Actor> {
    const now = this.now()
    const { made, used } = livingSince(now)
    const { rows } = await sql<{ user_id: number | null; device_id: number | null; venue_machine_id: number | null; moment: Date | null }>`
      select t.user_id, null::bigint as device_id, null::bigint as venue_machine_id, t.used_at as moment from tokens t join users u on u.id = t.user_id
      where t.hash = ${hash} and t.created_at > ${made} and t.used_at > ${used}
        and (u.verified_at is not null or u.created_at > ${new Date(now - unverifiedForMs)})
      union all
      select null, d.id, d.venue_machine_id, t.created_at from device_tokens t join devices d on d.id = t.device_id where t.hash = ${hash}
      union all
      select null, null, k.venue_machine_id, null from device_keys k where k.hash = ${hash}
    `.execute(this.db)
    const [row] = rows
    if (!row) return anonymous
    if (row.user_id !== null) {
      if (row.moment!.getTime() < now - noteUseEveryMs) await this.noteUse(hash, new Date(now))
      return { type: 'user', userId: row.user_id }
    }
    if (row.device_id !== null) return { type: 'device', deviceId: row.device_id, venueMachineId: row.venue_machine_id, signedOnAt: row.moment!.getTime() }
    return row.venue_machine_id === null ? anonymous : { type: 'device-key', venueMachineId: row.venue_machine_id }
  }

  private async noteUse(hash: Buffer, now: Date) {
    await this.db.updateTable('tokens').set({ used_at: now }).where('hash', '=', hash).where('used_at', '<', now).execute()
  }
}
