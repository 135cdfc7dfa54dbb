import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { invalid } from '../../ground/http/refusals'
import { publicUserColumns } from './publicUser'
import type { PublicUserRow } from './publicUser'

/** The most that one account can have: far more than anybody runs, and little enough for one database. */
export const quotas = { venues: 500, machines: 5_000, boardsOfAKind: 2_000, tvs: 1_000 }

/** Locks an account until the transaction ends, so that what it has can be counted. Returns what the public sees of it. */
export async function holdAccount(trx: Kysely<Tables>, id: number): Promise<PublicUserRow> {
  return trx.selectFrom('users').select(publicUserColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** 400: the account has the most of `what` (in the plural) that is allowed. */
export const noRoom = (most: number, what: string) => invalid({ non_field_errors: [`You have ${most} ${what}, which is the most allowed`] })

/**
 * To be called in the transaction that adds one more, see holdAccount.
 * @param owned selects what the account has
 * Throws 400.
 */
export async function requireRoom(trx: Kysely<Tables>, ownerId: number, owned: RawBuilder<unknown>, most: number, what: string): Promise<void> {
  await holdAccount(trx, ownerId)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${owned} limit ${most}) owned`.execute(trx)
  if ((rows[0]?.count ?? 0) >= most) throw noRoom(most, what)
}
