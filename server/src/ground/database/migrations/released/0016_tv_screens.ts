import { sql, type Kysely } from 'kysely'

/** What the screen of a TV is set to, and which version of what it was told it last said it shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tvs add column screen jsonb not null default '{}', add column shown_version text`.execute(db)
}
