import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { invalid, unauthorized } from '../../ground/http/refusals'
import { leaving } from './passwords'
import { publicUserColumns } from './publicUser'
import type { PublicUserRow } from './publicUser'

/** The most that one account can have: far more than anybody runs, and little enough for one database. */
export const quotas = {
  venues: 500,
  machines: 5_000,
  boardsOfAKind: 2_000,
  tvs: 1_000,
  bridges: 100,
  apiTokens: 50,
  hooks: 50,
}

/** Locks an account until the transaction ends, so that what it has can be counted, and its removal waits. Returns what the public sees of it. Throws 401 when it is gone. */
export async function holdAccount(trx: Kysely<Tables>, id: number): Promise<PublicUserRow> {
  return trx
    .selectFrom('users')
    .select(publicUserColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => unauthorized())
}

/** Lets nobody remove an account until the transaction ends. Throws 401 when it is gone, or has ended. */
export async function requireAccount(trx: Kysely<Tables>, id: number): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '<>', leaving)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => unauthorized())
}

/** 400: the account has the most of `what` (in the plural) that is allowed. */
export const noRoom = (most: number, what: string) =>
  invalid({ non_field_errors: [`You have ${most} ${what}, which is the most allowed`] })

/**
 * To be called in the transaction that adds one more, see holdAccount.
 * @param owned selects what the account has
 * @param more how many are added
 * Throws 400.
 */
export async function requireRoom(
  trx: Kysely<Tables>,
  ownerId: number,
  owned: RawBuilder<unknown>,
  most: number,
  what: string,
  more = 1,
): Promise<void> {
  await holdAccount(trx, ownerId)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (${owned} limit ${most}) owned`.execute(trx)
  const room = most - (rows[0]?.count ?? 0)
  if (room <= 0) throw noRoom(most, what)
  if (more > room)
    throw invalid({
      non_field_errors: [`You can have ${most} ${what}: there is room for ${room} more, not for ${more}`],
    })
}
