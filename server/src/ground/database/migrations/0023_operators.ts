import { sql, type Kysely } from 'kysely'

/** Accounts that may change what runs on this server. Nobody has the right until it is given: see operators.cli.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column is_operator boolean not null default false;
    create index users_operators on users (id) where is_operator;
  `.execute(db)
}
