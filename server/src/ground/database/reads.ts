import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { elapsed } from '../process/clock'
import type { Tell } from '../process/tell'
import { openPool, type PoolUse } from './pool'
import type { Tables } from './tables'

/*
 * Reads that may be some seconds old go to a standby of PostgreSQL, where the operator has one (DATABASE_READ_URL): public lists,
 * searches, records. Whoever has written something reads it back from the primary, and so does everything on a screen.
 *
 * The standby may be away, behind, promoted, or another database altogether. It is looked at every few seconds, and used only
 * while it has what the primary had written half a minute ago. What it cannot answer the primary is asked.
 */

const lookEveryMs = 5_000
const mostBehindMs = 30_000
/** A standby that is slow must not be slower than the primary would be. */
const answerWithinMs = 5_000

/** A place in PostgreSQL's log, such as 16/B374D848, as a number. */
function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Where the primary's log was at a moment by `elapsed`. */
interface Mark {
  at: number
  lsn: bigint
}

/** How many ms the standby is behind, by what it has replayed; undefined when it lacks even the oldest mark. `marks` are in the order of time. */
export function behindBy(marks: readonly Mark[], replayed: bigint, now: number): number | undefined {
  const reached = marks.findLastIndex(({ lsn }) => lsn <= replayed)
  if (reached < 0) return undefined
  return reached === marks.length - 1 ? 0 : now - marks[reached]!.at
}

interface ReadsOptions {
  url: string
  /** connections at most */
  max?: number
  primary: { db: Kysely<Tables>; pool: PostgresPool }
  /** takes that the standby is used from now on, or is not, and why */
  tell: Tell
  /** by which the standby's age is told, ms */
  now?: () => number
}

export interface Reads {
  db: Kysely<Tables>
  use(): PoolUse
  /** `behindMs`: undefined while it is not known; `fellBack` counts queries that the primary answered in the standby's place */
  figures(): { isUsed: boolean; behindMs: number | undefined; fellBack: number }
  /** Looks at the standby now. */
  look(): Promise<void>
  close(): Promise<void>
}

/** What keeps a database from being our standby; undefined when nothing does. `identity` is PostgreSQL's name of a cluster and its copies. */
export function whyNoStandby(
  asked: { identity: string; isStandby: boolean },
  primaryIdentity: string,
): string | undefined {
  if (asked.identity !== primaryIdentity) return 'it is not a copy of the database of DATABASE_URL'
  return asked.isStandby ? undefined : 'it is no standby: it takes writes of its own'
}

/** What `whyNoStandby` wants to know of a database. */
export const askIdentity = `select system_identifier::text as identity, pg_is_in_recovery() as "isStandby" from pg_control_system()`

/** Reads over a standby, and over the primary where that cannot answer. Nothing goes to the standby before the first look has found it fit. */
export function openReads({ url, max, primary, tell, now = elapsed }: ReadsOptions): Reads {
  const standby = openPool({ connectionString: url, max, answerWithinMs })
  const marks: Mark[] = []
  let isUsed = false
  let behindMs: number | undefined
  let fellBack = 0
  let said: string | undefined = ''

  /** Undefined: it is used. */
  const judge = (trouble: string | undefined) => {
    isUsed = trouble === undefined
    if (said === trouble) return
    if (trouble !== undefined)
      tell(
        `All reads go to the database of DATABASE_URL. That of DATABASE_READ_URL is not used: ${trouble}.`,
        'standby-unused',
      )
    else
      tell(
        'Reads that may be old go to the database of DATABASE_READ_URL.',
        'standby-used',
        said === '' ? 'info' : 'warn',
      )
    said = trouble
  }

  const lookOnce = async () => {
    // While the primary does not answer, nothing is known that was not known before.
    const mark = await sql<{
      lsn: string
      identity: string
    }>`select pg_current_wal_lsn()::text as lsn, system_identifier::text as identity from pg_control_system()`
      .execute(primary.db)
      .catch(() => undefined)
    const asked = mark?.rows[0]
    if (!asked) return
    marks.push({ at: now(), lsn: lsnOf(asked.lsn) })
    while (marks.length > 2 && marks[1]!.at < now() - mostBehindMs) marks.shift()
    try {
      const { rows } = await sql<{ identity: string; isStandby: boolean; lsn: string | null }>`
        select ours.*, pg_last_wal_replay_lsn()::text as lsn from (${sql.raw(askIdentity)}) ours
      `.execute(standby.db)
      const found = rows[0]!
      behindMs = behindBy(marks, lsnOf(found.lsn ?? '0/0'), now())
      const isLate = behindMs === undefined || behindMs > mostBehindMs
      judge(
        whyNoStandby(found, asked.identity) ?? (isLate ? `it is more than ${mostBehindMs / 1000} s behind` : undefined),
      )
    } catch (error) {
      behindMs = undefined
      judge(`it does not answer (${(error as Error).message.replace(/\.$/, '') || 'no connection'})`)
    }
  }
  let looking: Promise<void> | undefined
  const look = () =>
    (looking ??= lookOnce()
      .catch((error: unknown) => judge(`it cannot be judged (${(error as Error).message})`))
      .finally(() => (looking = undefined)))
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  void look()

  /** One statement at a time, no transactions: half of one could be on each. */
  const connect = async (): Promise<PostgresPoolClient> => {
    let [ofStandby, ofPrimary]: (PostgresPoolClient | undefined)[] = []
    const query = async (text: string, values: readonly unknown[]) => {
      if (/^\s*(?:begin|start transaction)\b/i.test(text)) throw new Error('Reads that may be old have no transactions')
      if (isUsed) {
        try {
          ofStandby ??= await standby.pool.connect()
          return await ofStandby.query(text, values)
        } catch {
          // Away, or it had to end the query to go on replaying, or it lacks what the newest release brings.
          fellBack += 1
        }
      }
      ofPrimary ??= await primary.pool.connect()
      return ofPrimary.query(text, values)
    }
    const release = () => {
      ofStandby?.release()
      ofPrimary?.release()
    }
    return { query: query as never, release }
  }

  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: () => standby.pool.end() } }) })
  const close = async () => {
    clearInterval(timer)
    await looking
    // Its driver may never have been started, and then would not end the pool.
    await standby.db.destroy()
    await standby.pool.end().catch(() => {})
  }
  return { db, use: standby.use, figures: () => ({ isUsed, behindMs, fellBack }), look, close }
}
