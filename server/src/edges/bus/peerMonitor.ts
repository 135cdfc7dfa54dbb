import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { elapsed } from '../../ground/process/clock'
import type { Tell } from '../../ground/process/tell'
import { hereTopic } from './bus'
import type { Bus } from './bus'

/*
 * A NATS cluster can fall apart into pieces that each work: its servers reach their Multiball server, but not each other, and nobody
 * is told. All processes still reach the database, so each notes there that it is at work, and says so over NATS. A process that the
 * database knows but that is not heard over NATS is cut off from this one.
 */

const lookEveryMs = 5_000
/** A process that was killed is forgotten by the database before it is missed. */
const notedMs = 11_000
const missedMs = 12_000

/** The other processes at work on the database, and whether they are heard. */
export class PeerMonitor {
  private readonly id = randomUUID()
  /** by id: when it was heard last, or found in the database first, by `now` */
  private readonly known = new Map<string, number>()
  private readonly unsubscribe: () => void
  private timer: NodeJS.Timeout | undefined
  private missing = 0

  /**
   * @param onMissing called at each look that finds somebody cut off
   * @param now by `elapsed`
   */
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'follow' | 'figures'>,
    private readonly onMissing: () => void,
    private readonly tell: Tell,
    private readonly now = elapsed,
  ) {
    this.unsubscribe = bus.subscribe((event) => {
      if (event.type === 'here') this.known.set(event.process, this.now())
    })
    // Where it cannot be followed, the others are unheard.
    bus.follow(hereTopic).catch(() => {})
  }

  /** Looks every few seconds. A database that does not answer tells nothing about NATS. */
  start(): this {
    this.timer = setInterval(() => void this.look().catch(() => {}), lookEveryMs).unref()
    return this
  }

  /** Says that this process is there, and looks for those that are not heard. */
  async look(): Promise<void> {
    this.bus.publish({ type: 'here', process: this.id }, hereTopic)
    const others = new Set(await this.note())
    for (const id of this.known.keys()) if (!others.has(id)) this.known.delete(id)
    for (const id of others) if (!this.known.has(id)) this.known.set(id, this.now())
    const missing = [...this.known.values()].filter((heardAt) => this.now() - heardAt > missedMs).length
    // Without a connection everything is read again anyway.
    if (!this.bus.figures.isConnected) return
    if (missing > 0) this.onMissing()
    if (missing > 0 && this.missing === 0)
      this.tell(
        'Other instances use this database, but nothing arrives from them over NATS, so their scores come late. Are the NATS servers cut off from each other?',
        'instances-unheard',
      )
    if (missing === 0 && this.missing > 0)
      this.tell('All instances that use this database are heard over NATS again.', 'instances-heard')
    this.missing = missing
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.unsubscribe()
    await sql`delete from turns where chore = ${this.chore}`.execute(this.db).catch(() => {})
  }

  private get chore() {
    return `${prefix}${this.id}`
  }

  /** Answers who else is there. */
  private async note(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with noted as (
        insert into turns (chore, taken_until) values (${this.chore}, now() + ${notedMs} * interval '1 ms')
        on conflict (chore) do update set taken_until = excluded.taken_until
      ),
      gone as (
        delete from turns where chore like ${`${prefix}%`} and chore <> ${this.chore} and taken_until < now() - interval '1 hour'
      )
      select substr(chore, ${prefix.length + 1}) as id from turns where chore like ${`${prefix}%`} and chore <> ${this.chore} and taken_until > now()
    `.execute(this.db)
    return rows.map(({ id }) => id)
  }
}

const prefix = 'at work: '
