import { sql, type Kysely } from 'kysely'

/** One-time codes for the first account of a new server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each process prints one of its own. They are removed once there is an account.
    create table setup_codes (
      -- SHA-256
      hash bytea primary key,
      expires_at timestamptz not null
    );
  `.execute(db)
}
