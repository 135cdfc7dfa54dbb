import { sql, type Kysely } from 'kysely'

/** What programs say beside their documents, and TVs that follow a board until it is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table board_feeds
      -- since when its program has said that what it tells of is over
      add column over_at timestamptz,
      -- who plays on the machines of the board, as ProposedPlayers
      add column players jsonb not null default '[]';

    -- What a TV shows instead of its board, until that is over.
    alter table tvs
      add column follows_type text,
      add column follows_id bigint,
      add column follows_since timestamptz,
      add constraint tvs_follows foreign key (follows_type, follows_id) references boards on delete set null,
      add constraint tvs_follows_together check (num_nonnulls(follows_type, follows_id) in (0, 2));
    create index tvs_follows_board on tvs (follows_type, follows_id) where follows_id is not null;
  `.execute(db)
}
