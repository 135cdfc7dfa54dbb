import { sql, type Kysely } from 'kysely'

/** TVs that their owners steer, and the codes of those that wait for an owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of a token only the SHA-256 is kept. A TV may show two codes within a minute: the older one is typed to its end.
    create table tv_pairings (
      code text primary key,
      token_hash bytea not null,
      expires_at timestamptz not null
    );
    create index tv_pairings_token on tv_pairings (token_hash);

    create table tvs (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      name text not null check (name <> '' and char_length(name) <= 80),
      token_hash bytea not null constraint tvs_token_unique unique,
      -- one of them at most; none when its board was deleted
      scoreboard_id bigint references scoreboards on delete set null,
      leaderboard_id bigint references leaderboards on delete set null,
      comboboard_id bigint references comboboards on delete set null,
      slideshow_id bigint references slideshows on delete set null,
      streamboard_id bigint references streamboards on delete set null,
      check (num_nonnulls(scoreboard_id, leaderboard_id, comboboard_id, slideshow_id, streamboard_id) <= 1),
      board_type text generated always as (case
        when scoreboard_id is not null then 'scoreboard'
        when leaderboard_id is not null then 'leaderboard'
        when comboboard_id is not null then 'comboboard'
        when slideshow_id is not null then 'slideshow'
        when streamboard_id is not null then 'streamboard'
      end) stored,
      board_id bigint generated always as (coalesce(scoreboard_id, leaderboard_id, comboboard_id, slideshow_id, streamboard_id)) stored,
      -- each request of the owner counts one up, so that the TV does it once
      reloads integer not null default 0,
      identifies integer not null default 0,
      -- to half a minute
      last_seen_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index tvs_owner on tvs (owner_id);
    create index tvs_scoreboard on tvs (scoreboard_id) where scoreboard_id is not null;
    create index tvs_leaderboard on tvs (leaderboard_id) where leaderboard_id is not null;
    create index tvs_comboboard on tvs (comboboard_id) where comboboard_id is not null;
    create index tvs_slideshow on tvs (slideshow_id) where slideshow_id is not null;
    create index tvs_streamboard on tvs (streamboard_id) where streamboard_id is not null;
  `.execute(db)
}
