import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tell } from '../process/tell'
import type { Tables } from './tables'

const dayMs = 86_400_000
/** Clocks of two machines differ by less. */
const apartMs = dayMs
/** Between two looks a clock goes on by less, unless it was set or the server was off for long. */
const mostPassedMs = 10 * dayMs
const heldMs = 7 * dayMs

/** What is noted in `turns`, for other processes and the next start. */
const marks = { seen: 'clock seen', since: 'clock held since' }

interface ProvenClockOptions {
  db: Kysely<Tables>
  tell: Tell
  /** ms since 1970 */
  now?: () => number
}

/** Whether the clock may decide what is deleted for its age, which a wrong one would take away for good. */
export class ProvenClock {
  private isApart = false

  constructor(private readonly options: ProvenClockOptions) {}

  /** False while the clock is a day from the database's, and for a week after it was set, or the server was off, by ten days or more; the log says so once. */
  async isProven(): Promise<boolean> {
    const { db, tell, now: read = Date.now } = this.options
    const now = read()
    const { rows } = await sql<{ seen: Date | null; since: Date | null; database: Date }>`
      select max(taken_until) filter (where chore = ${marks.seen}) as seen, max(taken_until) filter (where chore = ${marks.since}) as since, now() as database from turns
    `.execute(db)
    const { seen, since, database } = rows[0]!
    const isSet = seen !== null && Math.abs(now - seen.getTime()) > mostPassedMs
    const heldSince = since === null || isSet ? now : since.getTime()
    await sql`
      insert into turns (chore, taken_until) values (${marks.seen}, ${new Date(now)}), (${marks.since}, ${new Date(heldSince)})
      on conflict (chore) do update set taken_until = excluded.taken_until
    `.execute(db)
    const wasApart = this.isApart
    this.isApart = Math.abs(now - database.getTime()) > apartMs
    if (isSet)
      tell(
        `The clock has gone from ${seen.toISOString()} to ${new Date(now).toISOString()}: nothing is deleted for its age within the next seven days. Set the clock if it is wrong.`,
        'clock-set',
      )
    else if (this.isApart && !wasApart)
      tell(
        `The clock says ${new Date(now).toISOString()}, the database’s ${database.toISOString()}: nothing is deleted for its age until they agree.`,
        'clock-apart',
      )
    return !this.isApart && now - heldSince >= heldMs
  }
}
