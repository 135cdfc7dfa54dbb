import { sql, type Kysely } from 'kysely'

/** Scores that nobody recorded ball by ball, names of guests beyond three letters, and a key for all machines of a venue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: recorded as it was played.
    alter table games add column entered text;
    alter table games add column note text;
    alter table game_claims add column name text;
    alter table game_claims add constraint game_claims_named check (name is null or initials is not null) not valid;

    create table venue_keys (
      hash bytea primary key,
      venue_id bigint not null unique references venues on delete cascade,
      created_at timestamptz not null default now()
    );
  `.execute(db)
}
