import { sql, type Kysely } from 'kysely'

/** A streamboard whose owner holds moments back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_controls add column holds_moments boolean not null default false`.execute(db)
}
