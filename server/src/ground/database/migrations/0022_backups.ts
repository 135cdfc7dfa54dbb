import { sql, type Kysely } from 'kysely'

/** What became of the backups that servers make by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      id bigint generated always as identity primary key,
      started_at timestamptz not null,
      -- of its file
      name text not null,
      bytes bigint,
      rows bigint,
      -- when it was stored, and restored into a scratch database to check it; or when it failed
      finished_at timestamptz,
      error text
    );
    create index backups_good on backups (started_at) where finished_at is not null and error is null;
  `.execute(db)
}
