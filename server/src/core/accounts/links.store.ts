import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MailLinksTable, Tables } from '../../ground/database/tables'
import type { MailText } from '../../ground/mails/mailText'
import { puttingMails } from '../../ground/mails/mails.store'
import { endApiTokens } from './apiTokens/apiTokens.store'
import { endLogins } from './logins.store'
import { usernameMark } from './mailTexts'
import type { LinkPurpose } from './mailTexts'
import { leaving } from './passwords'
import { requireAccount } from './quotas'

type Db = Kysely<Tables>
type Purpose = MailLinksTable['purpose']

/** A link to be mailed, and the texts of its mail. */
export interface NewLink {
  purpose: LinkPurpose
  /** SHA-256 of its token */
  hash: Buffer
  now: Date
  expiresAt: Date
  unverified: MailText
  verified: MailText
}

const hourMs = 3_600_000

/**
 * How many mails one address may be sent within an hour, and within a day until it is one an hour. Counted in the database rather
 * than by a WindowLimit, so that a restart does not allow more.
 */
const [mostInHour, mostInDay] = [3, 10]

/** Older requests do not count. */
const longestWindowMs = 24 * hourMs
/** Clocks of several processes differ by less. */
const aheadMs = 60_000

/**
 * How long until another mail may be requested, in ms; 0: now. A person who asks for somebody else never keeps them from a link for
 * longer than one works. `requests`: those so far, ms since 1970, newest first.
 */
export function waitFor(requests: readonly number[], now: number): number {
  const within = (ms: number) => requests.filter((moment) => now - moment < ms).length
  const last = within(longestWindowMs) >= mostInDay ? requests[0] : requests[mostInHour - 1]
  return last === undefined ? 0 : Math.max(0, last + hourMs - now)
}

/**
 * What a mail counts as: requested, or sent to a new account. Apart, so that requests keep no address from registering, and their
 * answers do not tell who has registered.
 */
type Counted = 'request' | 'welcome'

/** What is kept of an address to which mails were sent. */
export const addressHash = (email: string, counted: Counted = 'request'): Buffer =>
  createHash('sha256')
    .update(`${counted === 'request' ? '' : `${counted} `}${email.toLowerCase()}`)
    .digest()

/** When mails to an address, existing or not, were sent (ms since 1970), newest first. Others wait until the transaction is over. */
export async function holdMailRequests(trx: Db, email: string, now: Date, counted?: Counted): Promise<number[]> {
  const hash = addressHash(email, counted)
  await sql`select pg_advisory_xact_lock(${String(hash.readBigInt64BE(0))}::bigint)`.execute(trx)
  const rows = await trx
    .selectFrom('mail_requests')
    .select('requested_at')
    .where('address_hash', '=', hash)
    .where('requested_at', '>', new Date(now.getTime() - longestWindowMs))
    // A clock that was ahead has left what is still to come.
    .where('requested_at', '<=', new Date(now.getTime() + aheadMs))
    .orderBy('requested_at', 'desc')
    .limit(mostInDay)
    .execute()
  return rows.map(({ requested_at }) => requested_at.getTime())
}

/**
 * Stores the request and, if an account has this address, a link that replaces older ones and the mail, to the address as
 * its owner spelled it. One statement, the same whether there is such an account or not.
 */
export async function mailLink(
  trx: Db,
  email: string,
  { purpose, hash, now, expiresAt, unverified, verified }: NewLink,
  counted?: Counted,
): Promise<void> {
  const mails = sql`
    select email, case when is_verified then ${verified.subject}::text else ${unverified.subject} end,
      case when is_verified then replace(${verified.body}, ${usernameMark}, username) else ${unverified.body} end
    from account`
  await sql`
    with request as (
      insert into mail_requests (address_hash, requested_at) values (${addressHash(email, counted)}, ${now})
    ),
    account as (
      select id, email, username, verified_at is not null as is_verified from users where lower(email) = lower(${email}) for key share
    ),
    outdated as (
      delete from mail_links l using account a where l.user_id = a.id and l.purpose = ${purpose} and l.used_at is null
    ),
    link as (
      insert into mail_links (hash, user_id, purpose, expires_at, created_at)
      select ${hash}, id, ${purpose}, ${expiresAt}, ${now} from account where ${purpose} = 'reset' or not is_verified
    )
    ${puttingMails(mails)}
  `.execute(trx)
}

/** The addresses of an account in lower case: its own, and those that it asked to have instead, unless they are somebody else's by now. */
export const addressesOf = (userId: number) => sql`
  select lower(email) from users where id = ${userId}
  union select lower(l.email) from mail_links l where l.user_id = ${userId} and l.email is not null
    and not exists (select from users u where lower(u.email) = lower(l.email) and u.id <> ${userId})`

/** The name of the account that a link is for; undefined for a link that was used or replaced, has expired or never existed. */
export async function findLinkOwner(
  db: Db,
  purposes: readonly Purpose[],
  hash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .select('username')
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.username
}

/*
 * Whatever changes the links of an account holds the account first, as its removal does: the other way round, two would wait
 * for each other.
 */

/** Uses up a link, which only one of two requests can. Returns its user and the new address, if it has one; undefined like findLinkOwner. */
async function takeLink(trx: Db, purposes: readonly Purpose[], hash: Buffer, now: Date) {
  await sql`select from users where id = (select user_id from mail_links where hash = ${hash}) for no key update`.execute(
    trx,
  )
  return trx
    .updateTable('mail_links')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}

const endLinks = (trx: Db, userId: number, purposes: readonly Purpose[]) =>
  trx
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()

const allPurposes: readonly Purpose[] = ['verify', 'reset', 'change']

/** Links that confirm an address. */
export const addressPurposes: readonly Purpose[] = ['verify', 'change']

/** Whose address a link has confirmed already, for a request that is sent again because its answer was lost; undefined once the address that it brought was changed again. */
const confirmedBefore = (trx: Db, hash: Buffer): Promise<LinkOwner | undefined> =>
  trx
    .selectFrom('mail_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select(['users.id', 'username'])
    .where('link.hash', '=', hash)
    .where('link.purpose', 'in', addressPurposes)
    .where('link.used_at', 'is not', null)
    .where(sql<boolean>`lower(users.email) = lower(coalesce(link.email, users.email))`)
    .executeTakeFirst()

const confirmed = (now: Date) => ({ verified_at: sql<Date>`coalesce(verified_at, ${now})` })

/** The owner of a link's account. */
export interface LinkOwner {
  id: number
  username: string
}

/**
 * Confirms the address of a link's account, or replaces it by the link's own if that has one; links sent to the old address
 * end then. Undefined like findLinkOwner, but for one that has done just that. Throws PostgreSQL's violation of users_email.
 */
export const confirmAddress = (db: Db, hash: Buffer, now: Date): Promise<LinkOwner | undefined> =>
  db.transaction().execute(async (trx) => {
    const link = await takeLink(trx, addressPurposes, hash, now)
    if (!link) return confirmedBefore(trx, hash)
    const { user_id, email } = link
    const owner = await trx
      .updateTable('users')
      .set(email === null ? confirmed(now) : { email, verified_at: now })
      .where('id', '=', user_id)
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow()
    await endLinks(trx, user_id, email === null ? ['verify'] : allPurposes)
    return owner
  })

/**
 * Sets the password of a link's account, confirms its address and ends all its logins and links. Returns the owner
 * and the hashes of the logins' tokens; undefined like findLinkOwner.
 */
export const setPassword = (
  db: Db,
  hash: Buffer,
  passwordHash: string,
  now: Date,
): Promise<{ owner: LinkOwner; ended: Buffer[] } | undefined> =>
  db.transaction().execute(async (trx) => {
    const link = await takeLink(trx, ['reset'], hash, now)
    if (!link) return undefined
    const owner = await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, ...confirmed(now) })
      .where('id', '=', link.user_id)
      .where('password_hash', '<>', leaving)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (!owner) return undefined
    // After the password, whose row a login locks while it stores its token (see insertToken), so that none is missed.
    const ended = [...(await endLogins(trx, owner.id, undefined)), ...(await endApiTokens(trx, owner.id))]
    await endLinks(trx, owner.id, allPurposes)
    return { owner, ended }
  })

/**
 * Replaces the password with the hash `before`; ends the user's other logins, API tokens and all links. Returns the
 * hashes of the ended tokens; undefined when the password was changed in the meantime.
 */
export async function replacePassword(
  trx: Db,
  userId: number,
  before: string,
  after: string,
  but: Buffer,
): Promise<Buffer[] | undefined> {
  const changed = await trx
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return undefined
  // As in setPassword.
  const ended = [...(await endLogins(trx, userId, but)), ...(await endApiTokens(trx, userId))]
  await endLinks(trx, userId, ['reset', 'change'])
  return ended
}

/** Stores the link that gives an account a new address, in place of older ones, and the request for its mail. Throws 401 when the account is gone. */
export async function insertChange(
  trx: Db,
  userId: number,
  email: string,
  { hash, now, expiresAt }: Pick<NewLink, 'hash' | 'now' | 'expiresAt'>,
): Promise<void> {
  await requireAccount(trx, userId)
  await trx
    .insertInto('mail_requests')
    .values({ address_hash: addressHash(email), requested_at: now })
    .execute()
  await endLinks(trx, userId, ['change'])
  await trx
    .insertInto('mail_links')
    .values({ hash, user_id: userId, purpose: 'change', expires_at: expiresAt, created_at: now, email })
    .execute()
}

/** Removes requests that no longer count, and links that were used or have expired. */
export async function removeOldLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_requests')
    .where('requested_at', '<', new Date(now.getTime() - longestWindowMs))
    .execute()
  await db
    .deleteFrom('mail_links')
    .where((where) => where.or([where('expires_at', '<', now), where('used_at', 'is not', null)]))
    .execute()
}
