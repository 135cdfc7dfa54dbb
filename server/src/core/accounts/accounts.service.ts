import { randomBytes } from 'node:crypto'
import type { Credentials, Registration, User } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { forgetActor, hashOf } from '../../ground/http/auth'
import { invalid, notFound } from '../../ground/http/refusals'
import { findLogin, findUserFor, insertUser, whenTaken } from './accounts.store'
import type { MailedLinks } from './links.service'
import { deleteToken, insertToken, unverifiedForMs } from './logins.store'
import { checkPassword, hashNewPassword } from './passwords'
import { userFor } from './publicUser'
import { isAwaitingAccount } from './setup.store'

type Db = Kysely<Tables>

const mustConfirm = 'Please confirm your email address: open the link in the email we sent you, or request a new one.'

interface LoginOptions {
  /** the program that logs in, see deviceName */
  device: string
  /** ms since 1970 */
  now: number
  /** called with the account's id, even when the password is wrong */
  onFound(userId: number): void
}

/** Returns a new token. Throws 400 for a wrong name or password, taking the same time for both, and for a deactivated account. */
export async function authenticate(
  db: Db,
  { username, password }: Credentials,
  { device, now, onFound }: LoginOptions,
): Promise<string> {
  const user = await findLogin(db, username.trim())
  if (user) onFound(user.id)
  const fits = await checkPassword(user?.password_hash, password)
  if (!user || !fits) throw incorrect()
  if (!user.verified_at && user.created_at.getTime() + unverifiedForMs <= now)
    throw invalid({ non_field_errors: [mustConfirm] })
  const token = randomBytes(32).toString('base64url')
  if (
    !(await insertToken(db, {
      hash: hashOf(token),
      userId: user.id,
      passwordHash: user.password_hash,
      device,
      now: new Date(now),
    }))
  )
    throw incorrect()
  return token
}

const incorrect = () => invalid({ non_field_errors: ['Incorrect username or password!'] })

/** Revokes a token at once. */
export async function revoke(db: Db, token: string): Promise<void> {
  const hash = hashOf(token)
  await deleteToken(db, hash)
  forgetActor(hash)
}

const notSetUp =
  'This server is not set up yet. Whoever runs it opens /setup first, with the code that the server printed.'

/** Returns the new account's id; does not log in, and mails a link. Throws 400 for a name or address that is taken, and before the server is set up. */
export async function register(db: Db, links: MailedLinks, registration: Registration): Promise<number> {
  if (await isAwaitingAccount(db)) throw invalid({ non_field_errors: [notSetUp] })
  const passwordHash = await hashNewPassword(registration.password)
  const inserted = db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, registration, passwordHash)
    await links.welcome(trx, registration.email)
    return id
  })
  const id = await inserted.catch(whenTaken)
  links.send()
  return id
}

/** A user as this reader may see them. Throws 404. */
export async function userOf(db: Db, reader: number, id: number): Promise<User> {
  const user = await findUserFor(db, reader, id)
  if (!user) throw notFound()
  return userFor(reader, user)
}
