import { sql, type Kysely } from 'kysely'

/** What programs of a user show, each with what it may do. Not among the logins: earlier versions would take it for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tokens (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      hash bytea not null unique,
      name text not null check (name <> '' and char_length(name) <= 80),
      scopes text[] not null check (cardinality(scopes) between 1 and 20),
      created_at timestamptz not null default now(),
      used_at timestamptz,
      expires_at timestamptz
    );
    create index api_tokens_user on api_tokens (user_id);
  `.execute(db)
}
