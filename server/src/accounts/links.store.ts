import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { puttingMails } from '../mails/mails.store'
import { longestWindowMs, mailLimits } from './mailRequests'
import { usernameMark } from './mailTexts'
import type { LinkPurpose, MailText } from './mailTexts'

type Db = Kysely<Tables>

/** A link that is to be mailed, and the texts of its mail. */
export interface NewLink {
  purpose: LinkPurpose
  /** SHA-256 of its token */
  hash: Buffer
  now: Date
  expiresAt: Date
  unverified: MailText
  verified: MailText
}

const addressHash = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/** Of an address, existing or not: the moments (ms) of the mails that were asked for, newest first. Others who ask wait until the transaction is over. */
export async function holdMailRequests(trx: Db, email: string, now: Date): Promise<number[]> {
  const hash = addressHash(email)
  await sql`select pg_advisory_xact_lock(${String(hash.readBigInt64BE(0))}::bigint)`.execute(trx)
  const rows = await trx
    .selectFrom('mail_requests')
    .select('requested_at')
    .where('address_hash', '=', hash)
    .where('requested_at', '>', new Date(now.getTime() - longestWindowMs))
    .orderBy('requested_at', 'desc')
    .limit(mailLimits[1].max)
    .execute()
  return rows.map(({ requested_at }) => requested_at.getTime())
}

/**
 * Notes the request and, where an account has this address, makes the link in place of older ones and writes the mail, to
 * the address as its owner spelled it. One statement, which is the same whether there is such an account or not.
 */
export async function mailLink(trx: Db, email: string, { purpose, hash, now, expiresAt, unverified, verified }: NewLink): Promise<void> {
  const mails = sql`
    select email, case when is_verified then ${verified.subject}::text else ${unverified.subject} end,
      case when is_verified then replace(${verified.body}, ${usernameMark}, username) else ${unverified.body} end
    from account`
  await sql`
    with request as (
      insert into mail_requests (address_hash, requested_at) values (${addressHash(email)}, ${now})
    ),
    account as (
      select id, email, username, verified_at is not null as is_verified from users where lower(email) = lower(${email})
    ),
    outdated as (
      delete from mail_links l using account a where l.user_id = a.id and l.purpose = ${purpose} and l.used_at is null
    ),
    link as (
      insert into mail_links (hash, user_id, purpose, expires_at, created_at)
      select ${hash}, id, ${purpose}, ${expiresAt}, ${now} from account where ${purpose} = 'reset' or not is_verified
    )
    ${puttingMails(mails, now)}
  `.execute(trx)
}

/** The name of the account that a link is for; undefined for one that was used, replaced, is too old or never was. */
export async function findLinkOwner(db: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .select('username')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.username
}

/** Uses up a link, of two at the same time one. Answers whose it was; undefined like findLinkOwner. */
async function takeLink(trx: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<number | undefined> {
  const row = await trx
    .updateTable('mail_links')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

const endLinks = (trx: Db, userId: number, purposes: LinkPurpose[]) =>
  trx.deleteFrom('mail_links').where('user_id', '=', userId).where('purpose', 'in', purposes).where('used_at', 'is', null).execute()

const confirmed = (now: Date) => ({ verified_at: sql<Date>`coalesce(verified_at, ${now})` })

/** Confirms the address of a link's account. Answers its name; undefined like findLinkOwner. */
export const confirmAddress = (db: Db, hash: Buffer, now: Date): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const userId = await takeLink(trx, 'verify', hash, now)
    if (userId === undefined) return undefined
    const { username } = await trx.updateTable('users').set(confirmed(now)).where('id', '=', userId).returning('username').executeTakeFirstOrThrow()
    await endLinks(trx, userId, ['verify'])
    return username
  })

/** Sets the password of a link's account, confirms its address and ends all its logins and links. Answers its name; undefined like findLinkOwner. */
export const setPassword = (db: Db, hash: Buffer, passwordHash: string, now: Date): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const userId = await takeLink(trx, 'reset', hash, now)
    if (userId === undefined) return undefined
    const { username } = await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, ...confirmed(now) })
      .where('id', '=', userId)
      .returning('username')
      .executeTakeFirstOrThrow()
    // After the password, which a login holds while it writes its token (see insertToken): none slips through.
    await trx.deleteFrom('tokens').where('user_id', '=', userId).execute()
    await endLinks(trx, userId, ['verify', 'reset'])
    return username
  })

/** Removes requests that count no more, and links that were used or are too old. */
export async function removeOldLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_requests').where('requested_at', '<', new Date(now.getTime() - longestWindowMs)).execute()
  await db
    .deleteFrom('mail_links')
    .where((where) => where.or([where('expires_at', '<', now), where('used_at', 'is not', null)]))
    .execute()
}
