import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** An account that somebody can log in to, which the locked one of an earlier demo and its players are not. */
const someAccount = sql`exists (select from users where password_hash like '$argon2%')`

/**
 * Has the server wait for its first account, which this code makes. False, with all codes removed, where there is one or
 * none is waited for.
 * @param isWanted whether the first account is made with a code
 */
export async function awaitFirstAccount(db: Db, isWanted: boolean, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into setup_codes (hash, expires_at) select ${hash}, ${expiresAt} where ${isWanted} and not ${someAccount} returning 1
  `.execute(db)
  if (rows.length > 0) return true
  await db.deleteFrom('setup_codes').execute()
  return false
}

/** Whether the server waits for its first account; also when no code is good any more. */
export const isAwaitingAccount = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('setup_codes').select('hash').limit(1).executeTakeFirst()) !== undefined

/** Uses up a code, and with it all others: false for one that is used, has expired or was never printed. */
export async function takeSetupCode(trx: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from setup_codes where exists (select from setup_codes good where good.hash = ${hash} and good.expires_at > ${now}) and not ${someAccount} returning 1
  `.execute(trx)
  return rows.length > 0
}
