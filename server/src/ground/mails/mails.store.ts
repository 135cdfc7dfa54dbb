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

/**
 * Statement that puts mails into the outbox; `rows` selects recipient, subject and body. To stand in a `with` beside what
 * the mails tell of.
 */
export const puttingMails = (rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into mails (recipient, subject, body, next_attempt_at, created_at)
  select recipient, subject, body, ${now}::timestamptz, ${now}::timestamptz from (${rows}) as written (recipient, subject, body)`

export interface TakenMail extends Mail {
  id: number
  /** this one included */
  attempts: number
}

/**
 * Takes one mail that is due and puts it off until `until`, so that no other sender takes it meanwhile, and so that it comes
 * back should this one die. Undefined when none is due.
 */
export async function takeMail(db: Db, now: Date, until: Date): Promise<TakenMail | undefined> {
  const { rows } = await sql<TakenMail>`
    update mails set attempts = attempts + 1, next_attempt_at = ${until}
    where id = (
      select id from mails where sent_at is null and failed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning id, recipient, subject, body, attempts
  `.execute(db)
  return rows[0]
}

/** A mail that was taken by the server. Its text goes: it may hold a link that still works. */
export const markSent = (db: Db, id: number, now: Date) =>
  db.updateTable('mails').set({ sent_at: now, body: '', last_error: null }).where('id', '=', id).execute()

export const putOff = (db: Db, id: number, until: Date, error: string) =>
  db.updateTable('mails').set({ next_attempt_at: until, last_error: error }).where('id', '=', id).execute()

/** A mail that will not be sent any more. */
export const markFailed = (db: Db, id: number, now: Date, error: string) =>
  db.updateTable('mails').set({ failed_at: now, body: '', last_error: error }).where('id', '=', id).execute()

/** Gives up what was written before this moment, as after days without a mail server. */
export const giveUpOlder = (db: Db, writtenBefore: Date, now: Date, error: string) =>
  db
    .updateTable('mails')
    .set({ failed_at: now, body: '', last_error: error })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', writtenBefore)
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
  now: Date,
): Promise<{ waiting: number; oldestSeconds: number; retried: number; givenUp: number }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null; retried: number; given_up: number }>`
    select count(*) filter (where failed_at is null)::int as waiting, min(created_at) filter (where failed_at is null) as oldest,
      count(*) filter (where failed_at is null and last_error is not null)::int as retried, count(failed_at)::int as given_up
    from mails where sent_at is null
  `.execute(db)
  const { waiting, oldest, retried, given_up } = rows[0]!
  return {
    waiting,
    oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0,
    retried,
    givenUp: given_up,
  }
}
