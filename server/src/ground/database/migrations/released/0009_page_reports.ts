import { sql, type Kysely } from 'kysely'

/** What pages report of remotes: how many visits each version had, in how many it failed, and how. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_keys (
      name text primary key,
      key bytea not null
    );

    create table remote_visits (
      day date not null,
      remote text not null,
      version text not null,
      visits integer not null check (visits >= 0),
      failed integer not null check (failed >= 0),
      primary key (remote, version, day)
    );

    create table remote_failures (
      day date not null,
      remote text not null,
      version text not null,
      code text not null,
      count integer not null check (count > 0),
      -- of the newest one
      message text,
      primary key (remote, version, code, day)
    );
  `.execute(db)
}
