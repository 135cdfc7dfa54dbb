import { sql, type Kysely } from 'kysely'

/** Tournaments of Match Play that the server follows for boards, and the tokens of owners that it asks with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null until a key is made: the server, or the owner with a file, may have posted before
    alter table board_feeds alter column key_hash drop not null;

    create table match_play_tokens (
      owner_id bigint primary key references users on delete cascade,
      -- as it is: Match Play wants to see it
      token text not null
    );

    -- Each is followed by one server, however many boards name it.
    create table followed_tournaments (
      tournament bigint not null,
      -- whose token it is asked with, so that nobody sees what another one's token opens; 0: without one
      asker bigint not null,
      since timestamptz not null default now(),
      -- the server that follows it, and until when the others leave it to that one
      held_by uuid,
      held_until timestamptz,
      -- what its follower knows, for the one after it
      kept jsonb not null default '{}',
      name text,
      status text,
      heard_at timestamptz,
      trouble text,
      trouble_since timestamptz,
      -- it is over, or refused: not followed for ever
      rests_since timestamptz,
      primary key (tournament, asker)
    );
  `.execute(db)
}
