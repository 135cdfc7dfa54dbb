import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../database/tables'
import { invalid } from '../http/refusals'

/** What one account can have at most: much more than anybody runs, and little enough for one database. */
export const quotas = { venues: 500, machines: 5_000, boardsOfAKind: 2_000, tvs: 1_000 }

/**
 * To be called in the transaction that makes one more: the account is held until it ends, so that the count holds.
 * @param owned selects what the account has
 * @param what names it in the refusal, in the plural
 * Throws 400.
 */
export async function requireRoom(trx: Kysely<Tables>, ownerId: number, owned: RawBuilder<unknown>, most: number, what: string): Promise<void> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${owned} limit ${most}) owned`.execute(trx)
  if ((rows[0]?.count ?? 0) >= most) throw invalid({ non_field_errors: [`You have ${most} ${what}, and no more can be kept`] })
}
