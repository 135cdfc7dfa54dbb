import type { Operator } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { leaving } from './passwords'
import { publicUserColumns, shownName } from './publicUser'

type Db = Kysely<Tables>

/** More than that is no list of people who know each other. */
const most = 100

/** Whether this account may change what runs on this server, as the database has it now: a right that was taken ends at once. */
export const isOperator = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_operator', '=', true)
    .executeTakeFirst()) !== undefined

/** By username. */
export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db
    .selectFrom('users')
    .select(publicUserColumns)
    .where('is_operator', '=', true)
    .orderBy('username')
    .limit(most)
    .execute()
  return rows.map((row) => ({ id: row.id, username: row.username, cached_display_name: shownName(row) }))
}

/** Answers false where no account has this username, in upper or lower case, or it is being removed: it could not be the one that stays. */
export async function makeOperator(db: Db, username: string): Promise<boolean> {
  const { rows } =
    await sql`update users set is_operator = true where lower(username) = lower(${username}::text) and password_hash <> ${leaving} returning id`.execute(
      db,
    )
  return rows.length > 0
}

/** `last`: nobody else would have the right, and nothing was changed. */
export const endOperator = (
  db: Db,
  who: { id: number } | { username: string },
): Promise<'ended' | 'last' | 'unknown'> =>
  db.transaction().execute(async (trx) => {
    // Held, so that two who end each other's leave one.
    const { rows } = await sql<{
      id: number
      username: string
    }>`select id, lower(username) as username from users where is_operator order by id for update`.execute(trx)
    const found = rows.find((row) => ('id' in who ? row.id === who.id : row.username === who.username.toLowerCase()))
    if (!found) return 'unknown'
    if (rows.length === 1) return 'last'
    await trx.updateTable('users').set({ is_operator: false }).where('id', '=', found.id).execute()
    return 'ended'
  })
