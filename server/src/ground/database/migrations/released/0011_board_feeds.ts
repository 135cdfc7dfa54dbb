import { sql, type Kysely } from 'kysely'

/** The newest document that a program posted for each posted feed of a board, and the key that it shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board_feeds (
      board_type text not null,
      board_id bigint not null,
      name text not null check (name <> '' and char_length(name) <= 30),
      -- SHA-256
      key_hash bytea not null,
      -- null together, until the first document
      sequence bigint,
      -- the text as it was sent, which may have what jsonb cannot hold
      document json,
      posted_at timestamptz,
      primary key (board_type, board_id, name),
      foreign key (board_type, board_id) references boards on delete cascade,
      check (num_nonnulls(sequence, document, posted_at) in (0, 3))
    );
  `.execute(db)
}
