import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../database/tables'

type Db = Kysely<Tables>

/** A mail of plain text. */
export interface Mail {
  recipient: string
  subject: string
  body: string
}

/** The moment, as a term of SQL. */
export type Clock = () => RawBuilder<Date>

/** The clock that all servers on a database share: theirs may differ, and what one has taken is due for the other. */
export const databaseClock: Clock = () => sql<Date>`now()`

const ms = (length: number) => sql`${length}::float8 * interval '1 ms'`

/**
 * Statement that puts mails into the outbox; `rows` selects recipient, subject and body. To stand in a `with` beside what
 * the mails tell of.
 */
export const puttingMails = (
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date> = databaseClock(),
): RawBuilder<unknown> => sql`
  insert into mails (recipient, subject, body, next_attempt_at, created_at)
  select recipient, subject, body, ${now}, ${now} from (${rows}) as written (recipient, subject, body)`

export interface TakenMail extends Mail {
  id: number
  /** this one included */
  attempts: number
}

/**
 * Takes one mail that is due and puts it off for so many ms, so that no other sender takes it in that time, and so that it
 * comes back should this one die. Undefined when none is due.
 */
export async function takeMail(db: Db, now: RawBuilder<Date>, takenMs: number): Promise<TakenMail | undefined> {
  const { rows } = await sql<TakenMail>`
    update mails set attempts = attempts + 1, next_attempt_at = ${now} + ${ms(takenMs)}
    where id = (
      select id from mails where sent_at is null and failed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning id, recipient, subject, body, attempts
  `.execute(db)
  return rows[0]
}

/** A mail that was taken by the server. Its text goes: it may hold a link that still works. */
export const markSent = (db: Db, id: number, now: RawBuilder<Date>) =>
  db.updateTable('mails').set({ sent_at: now, body: '', last_error: null }).where('id', '=', id).execute()

/** Puts a mail off for so many ms. */
export const putOff = (db: Db, id: number, now: RawBuilder<Date>, pauseMs: number, error: string) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: sql<Date>`${now} + ${ms(pauseMs)}`, last_error: error })
    .where('id', '=', id)
    .execute()

/** A mail that will not be sent any more. */
export const markFailed = (db: Db, id: number, now: RawBuilder<Date>, error: string) =>
  db.updateTable('mails').set({ failed_at: now, body: '', last_error: error }).where('id', '=', id).execute()

/** Gives up what was written more than so many ms ago, as after days without a mail server. */
export const giveUpOlder = (db: Db, now: RawBuilder<Date>, ageMs: number, error: string) =>
  db
    .updateTable('mails')
    .set({ failed_at: now, body: '', last_error: error })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', sql<Date>`${now} - ${ms(ageMs)}`)
    .execute()

/** Removes mails that were written before this moment, whatever became of them. */
export const removeMails = (db: Db, writtenBefore: Date) =>
  db.deleteFrom('mails').where('created_at', '<', writtenBefore).execute()

/** The newest mails first. */
export const listMails = (db: Db, limit: number) =>
  db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** How the outbox stands. */
export async function readOutbox(
  db: Db,
): Promise<{ waiting: number; oldestSeconds: number; retried: number; givenUp: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number; retried: number; given_up: number }>`
    select count(*) filter (where failed_at is null)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0))::float8 as oldest,
      count(*) filter (where failed_at is null and last_error is not null)::int as retried, count(failed_at)::int as given_up
    from mails where sent_at is null
  `.execute(db)
  const { waiting, oldest, retried, given_up } = rows[0]!
  return { waiting, oldestSeconds: oldest, retried, givenUp: given_up }
}
