import { sql, type Kysely } from 'kysely'

/** The sites of partners that may embed a board; none listed: any site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Origins such as https://example.com, as the browser says them; checked before they are stored.
    alter table scoreboards add column embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20);
    alter table leaderboards add column embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20);
    alter table comboboards add column embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20);
    alter table slideshows add column embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20);
    alter table streamboards add column embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20);
  `.execute(db)
}
