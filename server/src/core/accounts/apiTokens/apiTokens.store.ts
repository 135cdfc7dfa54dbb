import type { TokenScope } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import type { Paging } from '../../../ground/http/page'
import { unauthorized } from '../../../ground/http/refusals'
import { quotas, requireRoom } from '../quotas'

type Db = Kysely<Tables>

interface NewToken {
  userId: number
  hash: Buffer
  name: string
  scopes: TokenScope[]
  expiresAt: Date | null
  /** the hash of the login that makes it */
  login: Buffer
  now: Date
}

const columns = ['id', 'name', 'scopes', 'created_at', 'used_at', 'expires_at'] as const

/** Answers its row. Throws 400 when the account has the most, 401 when the login has ended: a new password ends both, and misses none. */
export const insertApiToken = (db: Db, { userId, hash, name, scopes, expiresAt, login, now }: NewToken) =>
  db.transaction().execute(async (trx) => {
    await requireRoom(
      trx,
      userId,
      sql`select from api_tokens where user_id = ${userId}`,
      quotas.apiTokens,
      'API tokens',
    )
    await trx
      .selectFrom('tokens')
      .select('id')
      .where('hash', '=', login)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(() => unauthorized())
    return trx
      .insertInto('api_tokens')
      .values({ user_id: userId, hash, name, scopes, expires_at: expiresAt, created_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })

/** A user's tokens, the newest first, those that have ended included. */
export async function listApiTokens(db: Db, userId: number, { limit, offset }: Paging) {
  const own = db.selectFrom('api_tokens').where('user_id', '=', userId)
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute()
  return { count, rows }
}

/** Removes one token of a user, or all without an id. Returns their hashes. */
export const endApiTokens = async (db: Db, userId: number, id?: number): Promise<Buffer[]> => {
  const ended = await db
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('hash')
    .execute()
  return ended.map(({ hash }) => hash)
}
