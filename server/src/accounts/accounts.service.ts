import { randomBytes } from 'node:crypto'
import type { Credentials, Profile, Registration } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { violatedConstraint } from '../database/violation'
import { forgetActor, hashOf } from '../http/auth'
import { invalid, notFound, unauthorized } from '../http/refusals'
import { deleteToken, findLogin, findUser, insertToken, insertUser } from './accounts.store'
import { checkPassword, hashPassword } from './passwords'
import { publicUser, shownName } from './publicUser'

type Db = Kysely<Tables>

/** Answers a new token. Throws 400 for a wrong name or password, in the same time for both. */
export async function authenticate(db: Db, { username, password }: Credentials): Promise<string> {
  const user = await findLogin(db, username.trim())
  const fits = await checkPassword(user?.password_hash, password)
  if (!user || !fits) throw invalid({ non_field_errors: ['Incorrect username or password!'] })
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, hashOf(token), user.id)
  return token
}

/** Makes a token worthless at once. */
export async function revoke(db: Db, token: string): Promise<void> {
  const hash = hashOf(token)
  await deleteToken(db, hash)
  forgetActor(hash)
}

const taken: Record<string, Record<string, string[]>> = {
  users_username: { username: ['This username is already taken'] },
  users_email: { email: ['This e-mail address is already in use'] },
}

/** Answers the new account's id; signs nobody in. Throws 400 for a name or address that is taken. */
export async function register(db: Db, registration: Registration): Promise<number> {
  const passwordHash = await hashPassword(registration.password)
  return insertUser(db, registration, passwordHash).catch((error: unknown) => {
    const errors = taken[violatedConstraint(error) ?? '']
    throw errors ? invalid(errors) : error
  })
}

/** The signed-in user's own profile. Throws 401 when the account is gone. */
export async function profileOf(db: Db, userId: number): Promise<Profile> {
  const user = await findUser(db, userId)
  if (!user) throw unauthorized()
  const { id, username, first_name, last_name, display_name, initials, ifpa_id } = user
  return { id, username, first_name, last_name, display_name, cached_display_name: shownName(user), initials, ifpa_id, profile_picture: null }
}

/** Another user. Throws 404. */
export async function userOf(db: Db, id: number) {
  const user = await findUser(db, id)
  if (!user) throw notFound()
  return publicUser(user)
}
