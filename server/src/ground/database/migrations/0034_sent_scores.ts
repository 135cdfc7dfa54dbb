import { sql, type Kysely } from 'kysely'

/** Scores that guests send by the link of a machine, and photos of scores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Made when a machine is first switched on for guests.
    create table guest_links (
      venue_machine_id bigint primary key references venue_machines on delete cascade,
      code text not null unique,
      mode text not null check (mode in ('off', 'ask', 'accept'))
    );

    -- Of a venue whose owner changed one of them.
    create table guest_settings (
      venue_id bigint primary key references venues on delete cascade,
      asks_day_code boolean not null default true,
      on_walls boolean not null default false
    );

    -- Accounts whose scores need no yes.
    create table always_accepted (
      venue_id bigint not null references venues on delete cascade,
      user_id bigint not null references users on delete cascade,
      since timestamptz not null default now(),
      primary key (venue_id, user_id)
    );
    create index always_accepted_user on always_accepted (user_id);

    create table sent_scores (
      id bigint generated always as identity primary key,
      -- drawn by the phone that sends it
      uuid uuid not null unique,
      venue_machine_id bigint not null references venue_machines on delete cascade,
      -- of the machine
      owner_id bigint not null references users on delete cascade,
      -- who sent it: an account, or a browser until it is forgotten
      user_id bigint references users on delete cascade,
      guest_id bigint references guests on delete set null,
      -- under which name; null: that of the account
      guest text,
      score bigint not null,
      note text,
      sent_at timestamptz not null default now(),
      -- null while it waits
      accepted boolean,
      decided_at timestamptz,
      -- of the game that it becomes: one, however often it is accepted
      game_uuid uuid not null default gen_random_uuid(),
      game_id bigint references games on delete set null,
      check (user_id is not null or guest is not null),
      check ((accepted is null) = (decided_at is null))
    );
    create index sent_scores_waiting on sent_scores (owner_id, id) where accepted is null;
    create index sent_scores_machine on sent_scores (venue_machine_id) where accepted is null;
    create index sent_scores_user on sent_scores (user_id, id) where user_id is not null;
    create index sent_scores_guest on sent_scores (guest_id, id) where guest_id is not null;
    create index sent_scores_game on sent_scores (game_id) where game_id is not null;
    create index sent_scores_decided on sent_scores (decided_at) where decided_at is not null;

    -- Of a score that was sent, of a game, or of both. Not in media: those bytes are for anyone who knows their hash.
    create table score_photos (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      sent_score_id bigint unique references sent_scores on delete cascade,
      game_id bigint unique references games on delete cascade,
      type text not null,
      bytes bytea not null,
      created_at timestamptz not null default now(),
      check (sent_score_id is not null or game_id is not null)
    );
    create index score_photos_owner on score_photos (owner_id);
    create index score_photos_created on score_photos (created_at);

    -- The last mail that told an owner what waits.
    create table waiting_mails (
      owner_id bigint primary key references users on delete cascade,
      told_at timestamptz not null,
      -- the newest score that it told of
      told_of bigint not null
    );
  `.execute(db)
}
