import { sql, type Kysely } from 'kysely'

/** Codes by which players claim their slots of a game. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How many names its machine's owner took off a game: each makes another code for it.
    alter table games add column claims_removed integer not null default 0;
  `.execute(db)
}
