import { sql, type Kysely } from 'kysely'

/** The last change of each control panel, so that one which was held up on its way does not undo a newer one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- [{id, count}], of the last few panels, the newest first
    alter table stream_controls add column panels jsonb not null default '[]';
  `.execute(db)
}
