import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import type { Paging } from '../../ground/http/page'

type Db = Kysely<Tables>

const dayMs = 86_400_000

/** How long an account works without its address confirmed, in ms. */
export const unverifiedForMs = 7 * dayMs

const longestLoginMs = 90 * dayMs
const idleLoginMs = 30 * dayMs

/**
 * A login works that was made and last used after these moments, of an account that was registered after the third or has
 * its address confirmed. `now`: ms since 1970.
 */
export const livingSince = (now: number) => ({
  made: new Date(now - longestLoginMs),
  used: new Date(now - idleLoginMs),
  registered: new Date(now - unverifiedForMs),
})

interface NewLogin {
  /** SHA-256 of its token */
  hash: Buffer
  userId: number
  /** the hash that the given password matches */
  passwordHash: string
  device: string
  now: Date
}

/** False when the password was changed in the meantime. Locks the user, so that a change of password finds this token to revoke. */
export async function insertToken(db: Db, { hash, userId, passwordHash, device, now }: NewLogin): Promise<boolean> {
  const { rows } = await sql`
    insert into tokens (hash, user_id, device, created_at, used_at)
    select ${hash}, id, ${device}, ${now}, ${now} from users where id = ${userId} and password_hash = ${passwordHash} for share
    returning user_id
  `.execute(db)
  return rows.length > 0
}

export const deleteToken = (db: Db, hash: Buffer) => db.deleteFrom('tokens').where('hash', '=', hash).execute()

/** Logins that still work, the last used first. */
export async function listLogins(db: Db, userId: number, now: number, { limit, offset }: Paging) {
  const { made, used } = livingSince(now)
  const living = db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where('created_at', '>', made)
    .where('used_at', '>', used)
  const { count } = await living.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await living
    .select(['id', 'hash', 'created_at', 'used_at', 'device'])
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

const hashesOf = (rows: { hash: Buffer }[]) => rows.map(({ hash }) => hash)

/** Ends one login of a user. Returns the hash of its token; none when there is no such login. */
export const endLogin = async (db: Db, userId: number, id: number): Promise<Buffer[]> =>
  hashesOf(await db.deleteFrom('tokens').where('user_id', '=', userId).where('id', '=', id).returning('hash').execute())

/** Ends all logins of a user except the one with this token (SHA-256), if given. Returns the hashes of their tokens. */
export const endLogins = async (db: Db, userId: number, but: Buffer | undefined): Promise<Buffer[]> =>
  hashesOf(
    await db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .$if(but !== undefined, (query) => query.where('hash', '<>', but!))
      .returning('hash')
      .execute(),
  )

/** Removes expired logins. */
export async function removeOldLogins(db: Db, now: Date): Promise<void> {
  const { made, used } = livingSince(now.getTime())
  await db
    .deleteFrom('tokens')
    .where((where) => where.or([where('created_at', '<=', made), where('used_at', '<=', used)]))
    .execute()
}
