import { sql, type Kysely } from 'kysely'

/** The moments of tournaments, in one stream with those of games, and what is known of the tournaments that programs post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_moments (
      id text primary key,
      -- of the sequence of moments.place, under the same lock
      place bigint not null unique,
      state text not null,
      kind text not null,
      board_type text not null,
      board_id bigint not null,
      -- as text, which may have what jsonb cannot hold
      told json not null,
      happened_at timestamptz not null,
      told_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      foreign key (board_type, board_id) references boards on delete cascade
    );
    create index event_moments_board on event_moments (board_type, board_id, place);
    create index event_moments_withdrawn on event_moments (changed_at) where state = 'withdrawn';

    create table events_known (
      board_type text not null,
      board_id bigint not null,
      name text not null,
      known json not null,
      primary key (board_type, board_id, name),
      foreign key (board_type, board_id, name) references board_feeds on delete cascade
    );

    -- Feeds for which a tournament was posted since. Only added to and emptied, as moments_due.
    create table events_due (
      id bigint primary key generated always as identity,
      board_type text not null,
      board_id bigint not null,
      name text not null
    );
  `.execute(db)
}
