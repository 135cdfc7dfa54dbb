import { sql, type Kysely } from 'kysely'

/** When two senders last took turns on a machine, for its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table venue_machines add column key_shared_at timestamptz;
  `.execute(db)
}
