import { sql, type Kysely } from 'kysely'

/** Logins that end and can be told apart, and links that give an account another address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tokens add column id bigint generated always as identity unique;
    -- The last hour in which it was used, roughly: not every request writes.
    alter table tokens add column used_at timestamptz not null default now();
    -- What the browser calls itself, in a few words of ours; empty where that is not known.
    alter table tokens add column device text not null default '';
    create index tokens_used on tokens (used_at);

    -- The address that a link of purpose 'change' gives the account.
    alter table mail_links add column email text;
    alter table mail_links drop constraint mail_links_purpose_check;
    alter table mail_links add constraint mail_links_purpose_check check (purpose in ('verify', 'reset', 'change'));
    alter table mail_links add constraint mail_links_email check ((email is not null) = (purpose = 'change'));
  `.execute(db)
}
