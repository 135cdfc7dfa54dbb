import { sql, type Kysely } from 'kysely'

/** Accounts, catalogue, venues, devices, games and scoreboards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      username text not null,
      email text not null,
      password_hash text not null,
      first_name text not null,
      last_name text not null,
      display_name text not null default '',
      initials text not null default '',
      prefer_initials boolean not null default false,
      ifpa_id text,
      verified_at timestamptz,
      created_at timestamptz not null default now()
    );
    create unique index users_username on users (lower(username));
    create unique index users_email on users (lower(email));

    -- Only the SHA-256 of a token is kept.
    create table tokens (
      hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default now()
    );
    create index tokens_user on tokens (user_id);

    -- Several groups share a name (there are three of Star Trek), so the group's part of the OPDB id tells them apart.
    create table machine_groups (
      id bigint generated always as identity primary key,
      opdb_id text not null unique,
      name text not null
    );

    create table machines (
      id bigint generated always as identity primary key,
      group_id bigint references machine_groups,
      name text not null,
      manufacturer text not null,
      year integer,
      opdb_id text unique
    );
    create index machines_group on machines (group_id);

    create table venues (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      name text not null,
      -- set when the venue is deleted: the scores of its machines stay
      retired_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index venues_owner on venues (owner_id);

    create table venue_machines (
      id bigint generated always as identity primary key,
      venue_id bigint not null references venues on delete cascade,
      machine_id bigint not null references machines,
      -- set when the machine is removed: its scores stay
      retired_at timestamptz,
      last_heard_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index venue_machines_venue on venue_machines (venue_id);

    -- Makers whose signatures are trusted; registered by the operator.
    create table providers (
      name text primary key,
      -- uncompressed P-256 point, 65 bytes
      public_key bytea not null,
      created_at timestamptz not null default now()
    );

    create table devices (
      id bigint generated always as identity primary key,
      provider text not null references providers on delete cascade,
      uuid uuid not null,
      -- null while unpaired; a venue machine has at most one device
      venue_machine_id bigint unique references venue_machines on delete set null,
      shortcode text not null unique,
      serial_number text,
      created_at timestamptz not null default now(),
      last_heard_at timestamptz,
      unique (provider, uuid)
    );

    -- What a device said of its software with /api/installed/.
    create table device_installs (
      device_id bigint not null references devices on delete cascade,
      type text not null,
      version text not null,
      installed boolean not null,
      reported_at timestamptz not null default now(),
      primary key (device_id, type)
    );

    -- Device tokens never expire: a client that meets a 401 in mid-game deadlocks for good.
    create table device_tokens (
      hash bytea primary key,
      device_id bigint not null references devices on delete cascade,
      created_at timestamptz not null default now()
    );

    -- The simple way in: a key that the owner makes for one venue machine.
    create table device_keys (
      hash bytea primary key,
      venue_machine_id bigint not null unique references venue_machines on delete cascade,
      created_at timestamptz not null default now()
    );

    create table games (
      id bigint generated always as identity primary key,
      venue_machine_id bigint not null references venue_machines,
      session_uuid uuid not null,
      -- one uuid may play several games: active going from false back to true starts the next
      generation integer not null default 0,
      sequence bigint not null,
      started_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      settled_at timestamptz,
      -- null while in progress; only successful games count in leaderboards
      successful boolean,
      duration_ms bigint,
      current_player smallint,
      current_ball smallint,
      -- one element a slot; null is no such player
      scores bigint[] not null,
      game_modes text[] not null default '{}',
      unique (venue_machine_id, session_uuid, generation)
    );
    create index games_newest on games (venue_machine_id, id desc);
    create index games_running on games (venue_machine_id) where settled_at is null;

    create table game_claims (
      game_id bigint not null references games on delete cascade,
      position smallint not null check (position between 1 and 6),
      user_id bigint not null references users on delete cascade,
      claimed_at timestamptz not null default now(),
      primary key (game_id, position)
    );

    -- Written once, when a successful game settles: what leaderboards read.
    create table settled_scores (
      game_id bigint not null references games on delete cascade,
      position smallint not null,
      venue_machine_id bigint not null references venue_machines,
      score bigint not null,
      settled_at timestamptz not null,
      primary key (game_id, position)
    );
    create index settled_scores_top on settled_scores (venue_machine_id, score desc, settled_at);

    -- The timeline of a game, from the log that its device posted.
    create table game_logs (
      game_id bigint primary key references games on delete cascade,
      timeline jsonb not null,
      received_at timestamptz not null default now()
    );

    create table scoreboards (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      background_color text not null,
      display_title boolean not null,
      enable_player_rank boolean not null,
      high_density boolean not null,
      leaderboard_id bigint,
      idle_leaderboard_show boolean not null,
      idle_leaderboard_sec integer not null,
      idle_scoreboard_sec integer not null,
      idle_hotgame_show boolean not null,
      idle_hotgame_type smallint not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint scoreboards_title_unique unique (owner_id, title)
    );
    create index scoreboards_newest_public on scoreboards (id desc) where is_public;

    create table scoreboard_machines (
      scoreboard_id bigint not null references scoreboards on delete cascade,
      venue_machine_id bigint not null references venue_machines,
      "order" integer not null,
      primary key (scoreboard_id, venue_machine_id)
    );
    create index scoreboard_machines_machine on scoreboard_machines (venue_machine_id);
  `.execute(db)
}
