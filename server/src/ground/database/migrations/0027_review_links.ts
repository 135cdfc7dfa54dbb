import { sql, type Kysely } from 'kysely'

/** Links that show a reviewer one version of a remote: who made which, and whether it was withdrawn. Not the links themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_links (
      id bigint generated always as identity primary key,
      remote text not null,
      version text not null,
      made_rev integer not null,
      made_by text not null,
      made_at timestamptz not null default now(),
      expires_at timestamptz not null,
      withdrawn_rev integer,
      withdrawn_by text,
      withdrawn_at timestamptz
    );
  `.execute(db)
}
