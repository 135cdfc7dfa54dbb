import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import type { AuditedEvent } from '../../ground/http/logger'
import type { Paging } from '../../ground/http/page'

type Db = Kysely<Tables>

/** `userId` null: of no account. */
type HappenedEvent = Omit<AuditedEvent, 'userId'> & { userId: number | null }

/**
 * Stores what happened to the security of an account. What is refused again and again is one row an hour, so that nobody
 * can fill somebody else's trail. Nothing where the account is gone.
 */
export async function recordEvent(db: Db, { userId, event, status, device, now }: HappenedEvent): Promise<void> {
  const hour = status >= 400 ? sql`date_trunc('hour', ${now}::timestamptz)` : sql`null::timestamptz`
  await sql`
    insert into security_events (user_id, event, status, device, happened_at, hour)
    select ${userId}::bigint, ${event}::text, ${status}::smallint, ${device}::text, ${now}::timestamptz, ${hour}
    where ${userId}::bigint is null or exists (select from users where id = ${userId} for key share)
    on conflict (user_id, event, status, hour) where hour is not null
    do update set device = excluded.device, times = security_events.times + 1, happened_at = greatest(security_events.happened_at, excluded.happened_at)
  `.execute(db)
}

/** Whether this has happened to an account since, with this status. */
export const hasHappened = async (
  db: Db,
  { userId, event, status, since }: Pick<HappenedEvent, 'userId' | 'event' | 'status'> & { since: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .where('status', '=', status)
    .where('happened_at', '>', since)
    .executeTakeFirst()) !== undefined

/** What happened to an account, newest first. */
export async function listEvents(db: Db, userId: number, { limit, offset }: Paging) {
  const own = db.selectFrom('security_events').where('user_id', '=', userId)
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select(['id', 'event', 'status', 'device', 'happened_at', 'times'])
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** Removes what happened before a moment. */
export async function removeOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('security_events').where('happened_at', '<', before).execute()
}
