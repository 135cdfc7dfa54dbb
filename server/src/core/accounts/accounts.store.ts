import { asItLooks } from '@multiball/shared/schema'
import type { ProfileInput, Registration } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { containing } from '../../ground/database/like'
import type { Tables } from '../../ground/database/tables'
import { violatedConstraint } from '../../ground/database/violation'
import { countRows } from '../../ground/http/page'
import { invalid } from '../../ground/http/refusals'
import type { Refusal } from '../../ground/http/refusals'
import type { Picture } from '../../ground/media/images'
import { keeping } from '../../ground/media/media.store'
import { publicUserColumns } from './publicUser'
import type { PublicUserRow } from './publicUser'

type Db = Kysely<Tables>

/** In upper or lower case; a name exactly as typed, which an earlier version may have stored, comes before one that only looks like it. */
export const findLogin = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'verified_at', 'created_at'])
    .where(sql<boolean>`lower(username) in (lower(${username}::text), lower(${asItLooks(username)}::text))`)
    .orderBy(sql`lower(username) = lower(${username}::text)`, 'desc')
    .limit(1)
    .executeTakeFirst()

interface NewAccount {
  verified_at?: Date
  is_operator?: boolean
}

/** Returns the new id. Throws PostgreSQL's violation of users_username or users_email, see whenTaken. */
export async function insertUser(
  db: Db,
  { password: _password, ...fields }: Registration,
  passwordHash: string,
  account: NewAccount = {},
): Promise<number> {
  return (
    await db
      .insertInto('users')
      .values({ ...fields, ...account, password_hash: passwordHash })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

const usernameTaken = () => invalid({ username: ['This username is already taken'] })

/** 400: another account has this address. */
export const addressTaken = (): Refusal => invalid({ email: ['This email address is already in use'] })

const byConstraint: Record<string, () => Refusal> = { users_username: usernameTaken, users_email: addressTaken }

/** For a `catch`: refuses a name or an address that somebody else has. Throws any other error on. */
export function whenTaken(error: unknown): never {
  throw byConstraint[violatedConstraint(error) ?? '']?.() ?? error
}

export const isTaken = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()) !== undefined

/** Of somebody who enters the password again. */
export const findCredentials = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'verified_at', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Everything but the password. */
export const findUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select([...publicUserColumns, 'prefer_initials', 'ifpa_id', 'verified_at', 'created_at', 'is_operator'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Readers see only their own. */
const ownEmail = (reader: number) => sql<string | null>`case when users.id = ${reader} then email end`.as('email')

/** As this reader may see them. */
export const findUserFor = (db: Db, reader: number, id: number) =>
  db
    .selectFrom('users')
    .select([...publicUserColumns, ownEmail(reader)])
    .where('id', '=', id)
    .executeTakeFirst()

interface UserSearch {
  reader: number
  search: string
  column: 'id' | 'username'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Users whose name, as others see it, contains the text. */
export async function searchUsers(
  db: Db,
  { reader, search, column, direction, limit, offset }: UserSearch,
): Promise<{ count: number; rows: (PublicUserRow & { email: string | null })[] }> {
  const pattern = containing(search)
  const matching = db
    .selectFrom('users')
    .where(
      sql<boolean>`(username ilike ${pattern} or coalesce(nullif(display_name, ''), first_name || ' ' || last_name) ilike ${pattern})`,
    )
  const count = await countRows(db, matching.select('id'))
  const rows = await matching
    .select([...publicUserColumns, ownEmail(reader)])
    .orderBy(column, direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** Changes only the given fields; the picture is stored in the same statement. */
export async function updateProfile(
  db: Db,
  id: number,
  fields: ProfileInput,
  picture: Picture | undefined,
): Promise<void> {
  const { ifpa_id, ...names } = fields
  const columns = { ...names, ...(ifpa_id !== undefined && { ifpa_id: ifpa_id === '' ? null : ifpa_id }) }
  const settings = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (picture) settings.push(sql`picture = (select hash from kept)`)
  if (settings.length === 0) return
  await sql`${picture ? sql`with kept as (${keeping(picture)})` : sql``} update users set ${sql.join(settings)} where id = ${id}`.execute(
    db,
  )
}
