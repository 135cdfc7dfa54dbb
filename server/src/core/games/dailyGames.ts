import { sql, type Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { clockOf, type Clock } from '../../ground/process/clock'
import type { Tables } from '../../ground/database'
import { Refusal } from '../../ground/http/refusals'

/*
 * How many games a machine, and all machines of an owner, may begin on one day of UTC: a client in a loop, or somebody who
 * wants to fill the disk, ends there. A game that has begun is never refused anything.
 *
 * Counted in the database, through an index in which only the games of the day are walked, and counted on in memory for a
 * minute. Nobody waits for a count: until it is there, games begin. So a quota may be passed by what begins within that
 * moment, and, with several processes, within a minute.
 */

/** The most games of a day. */
interface DailyQuotas {
  machine: number
  owner: number
}

interface Count {
  games: number
  /** ms since 1970 at which the newest game that was read began: whatever began by then has been counted */
  newest: number
  /** by `elapsed` */
  readAt: number
  /** of UTC, from 1970 on */
  day: number
}

const dayMs = 86_400_000
const readEveryMs = 60_000
const mostMachines = 20_000
const mostOwners = 5_000

/** 429 until the day is over. */
const tooManyGames = (sentence: string, now: number) =>
  new Refusal(
    429,
    { detail: sentence },
    { 'retry-after': String(Math.max(1, Math.ceil((dayMs - (now % dayMs)) / 1000))) },
  )

/** The games of a day, as `Games` asks whether another one may begin. */
export class DailyGames {
  private readonly clock: Clock
  private readonly machines = new LRUCache<number, Count & { owner: number }>({ max: mostMachines })
  private readonly owners = new LRUCache<number, Count>({ max: mostOwners })
  /** what is being read: 'm' and a machine, or 'o' and an owner */
  private readonly reading = new Map<string, Promise<void>>()
  /** machines of which a game was stored while they were read: it may be missing in what was read */
  private readonly begunMeanwhile = new Set<number>()

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly quotas: DailyQuotas,
    private readonly onError: (error: unknown) => void,
    clock: Partial<Clock> = {},
  ) {
    this.clock = clockOf(clock)
  }

  /** Why no game may begin on this machine now; undefined when one may. */
  refusal(venueMachineId: number): { refusal: Refusal; reason: 'machine' | 'owner' } | undefined {
    const now = this.clock.now()
    const machine = this.current(this.machines, venueMachineId, () =>
      this.readOnce(`m${venueMachineId}`, () => this.readMachine(venueMachineId)),
    )
    if (!machine) return undefined
    const { machine: ofMachine, owner: ofOwner } = this.quotas
    if (machine.games >= ofMachine)
      return {
        reason: 'machine',
        refusal: tooManyGames(
          `${ofMachine} games have begun on this machine today, which is the most allowed. A game that is being played goes on.`,
          now,
        ),
      }
    const owner = this.current(this.owners, machine.owner, () =>
      this.readOnce(`o${machine.owner}`, () => this.readOwner(machine.owner)),
    )
    if (!owner || owner.games < ofOwner) return undefined
    return {
      reason: 'owner',
      refusal: tooManyGames(
        `${ofOwner} games have begun on the machines of this owner today, which is the most allowed. Games that are being played go on.`,
        now,
      ),
    }
  }

  /** A game has begun, and is stored. @param startedAt ms since 1970 */
  begun(venueMachineId: number, startedAt: number): void {
    const machine = this.machines.get(venueMachineId)
    if (!machine) {
      if (this.reading.has(`m${venueMachineId}`)) this.begunMeanwhile.add(venueMachineId)
      return
    }
    for (const count of [machine, this.owners.get(machine.owner)])
      if (count && startedAt > count.newest) count.games += 1
  }

  /** Resolves when all that is being read was read; for tests. */
  async settled(): Promise<void> {
    await Promise.all(this.reading.values())
  }

  private get day() {
    return Math.floor(this.clock.now() / dayMs)
  }

  /** The count of today, where it is known; one that is old is read again, and counts until then. */
  private current<Known extends Count>(
    counts: LRUCache<number, Known>,
    id: number,
    read: () => void,
  ): Known | undefined {
    const known = counts.get(id)
    if (!known || known.day !== this.day || this.clock.elapsed() - known.readAt >= readEveryMs) read()
    return known?.day === this.day ? known : undefined
  }

  private readOnce(what: string, read: () => Promise<void>) {
    if (this.reading.has(what)) return
    this.reading.set(
      what,
      read()
        .catch(this.onError)
        .finally(() => this.reading.delete(what)),
    )
  }

  private async readMachine(id: number, isAgain = false): Promise<void> {
    this.begunMeanwhile.delete(id)
    const day = this.day
    const { rows } = await sql<{ owner: number; games: number; newest: Date | null }>`
      select v.owner_id as owner, played.games, played.newest from venue_machines m join venues v on v.id = m.venue_id,
      lateral (select count(*) as games, max(started_at) as newest from games where venue_machine_id = m.id and started_at >= ${new Date(day * dayMs)}) played
      where m.id = ${id}
    `.execute(this.db)
    // Once: where games begin all the time, one that is missing matters little.
    if (!isAgain && this.begunMeanwhile.has(id)) return this.readMachine(id, true)
    if (rows[0]) this.machines.set(id, { ...this.counted(rows[0], day), owner: rows[0].owner })
  }

  private async readOwner(id: number) {
    const day = this.day
    const { rows } = await sql<{ games: number; newest: Date | null }>`
      select count(*) as games, max(g.started_at) as newest from venues v join venue_machines m on m.venue_id = v.id
      join games g on g.venue_machine_id = m.id and g.started_at >= ${new Date(day * dayMs)} where v.owner_id = ${id}
    `.execute(this.db)
    this.owners.set(id, this.counted(rows[0]!, day))
  }

  private counted({ games, newest }: { games: number; newest: Date | null }, day: number): Count {
    return { games, newest: newest?.getTime() ?? 0, day, readAt: this.clock.elapsed() }
  }
}
