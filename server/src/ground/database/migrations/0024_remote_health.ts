import { sql, type Kysely } from 'kysely'

/** How long visits took to load a remote, and where in its files it failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- visits by how long it took, see loadBounds
    alter table remote_visits add column loads integer[] not null default '{}';
    -- of the newest one: [{file, line, column}], in published files
    alter table remote_failures add column frames jsonb;
  `.execute(db)
}
