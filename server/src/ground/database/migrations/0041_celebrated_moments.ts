import { sql, type Kysely } from 'kysely'

/** Which moments a board tells its viewers: all, records or none. Those that there are tell records, like new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table boards add column moments text not null default 'records'`.execute(db)
}
