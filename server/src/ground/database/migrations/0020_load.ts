import { sql, type Kysely } from 'kysely'

/** What keeps work from growing with the processes, the games and the names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How many games of the last hour a machine has, without reading them.
    create index games_started on games (venue_machine_id, started_at);

    -- Whose turn it is to do what one process does for all.
    create table turns (
      chore text primary key,
      taken_until timestamptz not null
    );

    -- Calls that all processes count together. What a crash loses is a minute's count.
    create unlogged table call_windows (
      -- SHA-256 of what is limited and of whom
      key bytea primary key,
      count integer not null,
      until timestamptz not null
    );
    create index call_windows_until on call_windows (until);
  `.execute(db)
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index users_names on users using gin (username gin_trgm_ops, (coalesce(nullif(display_name, ''), first_name || ' ' || last_name)) gin_trgm_ops);
    exception
      -- A PostgreSQL without its contrib modules, or an account that may not create them: names are found all the same, by reading all.
      when insufficient_privilege or undefined_file or feature_not_supported then null;
    end $$
  `.execute(db)
}
