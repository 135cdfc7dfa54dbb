import { sql, type Kysely } from 'kysely'

/** What the owner of a streamboard does in the middle of a show, beside its settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_controls (
      board_type text not null default 'streamboard' check (board_type = 'streamboard'),
      board_id bigint not null,
      -- rises with every change, so that it is noticed
      revision bigint not null,
      is_hidden boolean not null,
      -- the names of each match to come
      matches jsonb not null,
      -- the one that is on, from 0; -1 before the first
      match integer not null,
      -- by scoreboard, the games as they were when they were frozen; null while they go on
      frozen json,
      primary key (board_type, board_id),
      foreign key (board_type, board_id) references boards on delete cascade
    );
  `.execute(db)
}
