import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables'

/** A key that this database's servers sign something with, by its use; the first of them makes it. */
export async function signingKey(db: Kysely<Tables>, name: string): Promise<Buffer> {
  await db
    .insertInto('signing_keys')
    .values({ name, key: randomBytes(32) })
    .onConflict((clash) => clash.doNothing())
    .execute()
  return (await db.selectFrom('signing_keys').select('key').where('name', '=', name).executeTakeFirstOrThrow()).key
}
