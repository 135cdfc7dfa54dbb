import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './tables'

/**
 * Whether this process may do a chore now that one process does for all on the database: once in `everyMs`, the first that asks.
 * By the database's clock, as those of the processes may differ. Its lease ends even where the process that took it has died.
 */
export async function takeLease(db: Kysely<Tables>, chore: string, everyMs: number): Promise<boolean> {
  // A little earlier, so that the same timer is not late by a moment the next time.
  const length = sql`${everyMs * 0.9}::float8 * interval '1 ms'`
  const { rows } = await sql`
    insert into turns (chore, taken_until) values (${chore}, now() + ${length})
    on conflict (chore) do update set taken_until = excluded.taken_until
    -- A clock that was ahead may have left a time that is still far; who asked a moment later, one that is a little later.
    where turns.taken_until <= now() or turns.taken_until > excluded.taken_until + ${length}
    returning chore
  `.execute(db)
  return rows.length > 0
}
