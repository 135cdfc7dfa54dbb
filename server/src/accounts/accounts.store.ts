import type { Registration } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { containing } from '../database/like'
import type { Tables } from '../database/tables'
import { publicUserColumns } from './publicUser'
import type { PublicUserRow } from './publicUser'

type Db = Kysely<Tables>

/** Whatever the case of its letters. */
export const findLogin = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()

/** Answers the new id. Throws PostgreSQL's violation of users_username or users_email. */
export async function insertUser(db: Db, { password: _password, ...fields }: Registration, passwordHash: string): Promise<number> {
  return (await db.insertInto('users').values({ ...fields, password_hash: passwordHash }).returning('id').executeTakeFirstOrThrow()).id
}

export const insertToken = (db: Db, hash: Buffer, userId: number) => db.insertInto('tokens').values({ hash, user_id: userId }).execute()

export const deleteToken = (db: Db, hash: Buffer) => db.deleteFrom('tokens').where('hash', '=', hash).execute()

export const findUser = (db: Db, id: number) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export interface UserSearch {
  search: string
  column: 'id' | 'username'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Users whose name, as others see it, contains the text. */
export async function searchUsers(db: Db, { search, column, direction, limit, offset }: UserSearch): Promise<{ count: number; rows: PublicUserRow[] }> {
  const pattern = containing(search)
  const matching = db
    .selectFrom('users')
    .where(sql<boolean>`(username ilike ${pattern} or coalesce(nullif(display_name, ''), first_name || ' ' || last_name) ilike ${pattern})`)
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await matching.select(publicUserColumns).orderBy(column, direction).orderBy('id').limit(limit).offset(offset).execute()
  return { count, rows }
}
