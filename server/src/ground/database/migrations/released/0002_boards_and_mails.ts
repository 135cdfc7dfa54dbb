import { sql, type Kysely } from 'kysely'

/** The other four board types, pictures, mails, and scores that leaderboards find by title and player. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Pictures as they are served, named by their content: the SHA-256 of the bytes.
    create table media (
      hash bytea primary key,
      type text not null,
      width integer not null,
      height integer not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    );
    -- Compressed already.
    alter table media alter column bytes set storage external;

    alter table users add column picture bytea references media;
    create index users_picture on users (picture) where picture is not null;
    -- Before there were mails, no address could be confirmed, and nobody is switched off for that.
    update users set verified_at = now() where verified_at is null;

    create table slideshow_images (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      media bytea not null references media,
      created_at timestamptz not null default now()
    );
    create index slideshow_images_owner on slideshow_images (owner_id);
    create index slideshow_images_media on slideshow_images (media);

    create table leaderboards (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      background_color text not null,
      display_title boolean not null,
      items_per_list smallint not null,
      one_score_per_player boolean not null,
      time_type text not null check (time_type in ('all_time', 'time_box', 'last_calendar', 'last_rolling')),
      score_start_time timestamptz,
      score_end_time timestamptz,
      last_time_bucket text not null check (last_time_bucket in ('year', 'month', 'week', 'day', 'hour')),
      -- a name of the IANA list; null is UTC
      last_time_timezone text,
      last_time_count integer not null,
      machine_type text not null check (machine_type in ('global', 'selected')),
      filter_by_venuemachines boolean not null,
      player_type text not null check (player_type in ('global', 'invited')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint leaderboards_title_unique unique (owner_id, title)
    );
    create index leaderboards_newest_public on leaderboards (id desc) where is_public;

    create table leaderboard_items (
      leaderboard_id bigint not null references leaderboards on delete cascade,
      "order" integer not null,
      venue_machine_id bigint references venue_machines,
      machine_id bigint references machines,
      machine_group_id bigint references machine_groups,
      check (num_nonnulls(venue_machine_id, machine_id, machine_group_id) = 1),
      unique nulls not distinct (leaderboard_id, venue_machine_id, machine_id, machine_group_id)
    );
    create index leaderboard_items_machine on leaderboard_items (venue_machine_id) where venue_machine_id is not null;

    create table leaderboard_venue_machines (
      leaderboard_id bigint not null references leaderboards on delete cascade,
      venue_machine_id bigint not null references venue_machines,
      place integer not null,
      primary key (leaderboard_id, venue_machine_id)
    );
    create index leaderboard_venue_machines_machine on leaderboard_venue_machines (venue_machine_id);

    create table leaderboard_players (
      leaderboard_id bigint not null references leaderboards on delete cascade,
      user_id bigint not null references users on delete cascade,
      place integer not null,
      primary key (leaderboard_id, user_id)
    );

    -- A deleted leaderboard leaves its scoreboards without one.
    alter table scoreboards add constraint scoreboards_leaderboard foreign key (leaderboard_id) references leaderboards on delete set null;
    create index scoreboards_leaderboard on scoreboards (leaderboard_id) where leaderboard_id is not null;

    create table comboboards (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      background_color text not null,
      high_density boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint comboboards_title_unique unique (owner_id, title)
    );
    create index comboboards_newest_public on comboboards (id desc) where is_public;

    -- A deleted board leaves its place out.
    create table comboboard_items (
      comboboard_id bigint not null references comboboards on delete cascade,
      "order" integer not null,
      scoreboard_id bigint references scoreboards on delete cascade,
      leaderboard_id bigint references leaderboards on delete cascade,
      check (num_nonnulls(scoreboard_id, leaderboard_id) = 1),
      unique nulls not distinct (comboboard_id, scoreboard_id, leaderboard_id)
    );
    create index comboboard_items_scoreboard on comboboard_items (scoreboard_id) where scoreboard_id is not null;
    create index comboboard_items_leaderboard on comboboard_items (leaderboard_id) where leaderboard_id is not null;

    create table slideshows (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint slideshows_title_unique unique (owner_id, title)
    );
    create index slideshows_newest_public on slideshows (id desc) where is_public;

    create table slideshow_items (
      slideshow_id bigint not null references slideshows on delete cascade,
      "order" integer not null,
      -- seconds
      duration smallint not null,
      scoreboard_id bigint references scoreboards on delete cascade,
      leaderboard_id bigint references leaderboards on delete cascade,
      comboboard_id bigint references comboboards on delete cascade,
      slideshow_image_id bigint references slideshow_images on delete cascade,
      check (num_nonnulls(scoreboard_id, leaderboard_id, comboboard_id, slideshow_image_id) = 1),
      unique nulls not distinct (slideshow_id, scoreboard_id, leaderboard_id, comboboard_id, slideshow_image_id)
    );
    create index slideshow_items_scoreboard on slideshow_items (scoreboard_id) where scoreboard_id is not null;
    create index slideshow_items_leaderboard on slideshow_items (leaderboard_id) where leaderboard_id is not null;
    create index slideshow_items_comboboard on slideshow_items (comboboard_id) where comboboard_id is not null;
    create index slideshow_items_image on slideshow_items (slideshow_image_id) where slideshow_image_id is not null;

    create table streamboards (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      config jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint streamboards_title_unique unique (owner_id, title)
    );
    create index streamboards_newest_public on streamboards (id desc) where is_public;

    create table streamboard_items (
      streamboard_id bigint not null references streamboards on delete cascade,
      "order" integer not null,
      scoreboard_id bigint not null references scoreboards on delete cascade,
      primary key (streamboard_id, scoreboard_id)
    );
    create index streamboard_items_scoreboard on streamboard_items (scoreboard_id);

    -- Who shows whom: comboboards, slideshows and streamboards their items, scoreboards their idle leaderboard.
    -- A line for each column, so that its index answers who shows a board.
    create view board_parts as
      select 'comboboard' as container_type, comboboard_id as container_id, 'scoreboard' as type, scoreboard_id as id
        from comboboard_items where scoreboard_id is not null
      union all select 'comboboard', comboboard_id, 'leaderboard', leaderboard_id from comboboard_items where leaderboard_id is not null
      union all select 'slideshow', slideshow_id, 'scoreboard', scoreboard_id from slideshow_items where scoreboard_id is not null
      union all select 'slideshow', slideshow_id, 'leaderboard', leaderboard_id from slideshow_items where leaderboard_id is not null
      union all select 'slideshow', slideshow_id, 'comboboard', comboboard_id from slideshow_items where comboboard_id is not null
      union all select 'streamboard', streamboard_id, 'scoreboard', scoreboard_id from streamboard_items
      union all select 'scoreboard', id, 'leaderboard', leaderboard_id from scoreboards where leaderboard_id is not null;

    -- The machines that a board names: those of scoreboards, and of leaderboards also those of their whitelist.
    create view board_machines as
      select 'scoreboard' as type, scoreboard_id as id, venue_machine_id from scoreboard_machines
      union all select 'leaderboard', leaderboard_id, venue_machine_id from leaderboard_items where venue_machine_id is not null
      union all select 'leaderboard', leaderboard_id, venue_machine_id from leaderboard_venue_machines;

    -- What every board has, whatever its type.
    create view boards as
      select 'scoreboard' as type, id, owner_id, title, is_public, viewer_key from scoreboards
      union all select 'leaderboard', id, owner_id, title, is_public, viewer_key from leaderboards
      union all select 'comboboard', id, owner_id, title, is_public, viewer_key from comboboards
      union all select 'slideshow', id, owner_id, title, is_public, viewer_key from slideshows
      union all select 'streamboard', id, owner_id, title, is_public, viewer_key from streamboards;

    -- Machines that everybody may see and put on boards: those that a public scoreboard of their own owner shows.
    create view open_machines as
      select vm.id from venue_machines vm join venues v on v.id = vm.venue_id
      where exists (
        select from scoreboard_machines sm join scoreboards s on s.id = sm.scoreboard_id
        where sm.venue_machine_id = vm.id and s.is_public and s.owner_id = v.owner_id
      );

    -- One game at a time: of two processes that begin one on the same machine, one is let through.
    update games g set settled_at = g.updated_at, successful = false
    where g.settled_at is null and exists (select from games n where n.venue_machine_id = g.venue_machine_id and n.id > g.id);
    drop index games_running;
    create unique index games_running on games (venue_machine_id) where settled_at is null;
    create index game_claims_user on game_claims (user_id);

    -- Leaderboards look for titles and players: both stand beside the score, so that one index answers.
    alter table settled_scores add column machine_id bigint references machines;
    alter table settled_scores add column user_id bigint references users on delete set null;
    update settled_scores s set machine_id = vm.machine_id from venue_machines vm where vm.id = s.venue_machine_id;
    update settled_scores s set user_id = c.user_id from game_claims c where c.game_id = s.game_id and c.position = s.position;
    alter table settled_scores alter column machine_id set not null;
    -- A function sees what was committed while its statement waited for the game's row, a join would not: no claim is lost
    -- to a game that settles at the same time (see claims.ts).
    create function complete_settled_score() returns trigger language plpgsql volatile as $$
    begin
      select machine_id into new.machine_id from venue_machines where id = new.venue_machine_id;
      select user_id into new.user_id from game_claims where game_id = new.game_id and position = new.position;
      return new;
    end $$;
    create trigger settled_scores_complete before insert on settled_scores for each row execute function complete_settled_score();
    -- A leaderboard reads the best of a lane in order, or all of a short time; what decides the order and who played stand in
    -- the index, so that the rows themselves are not read (see docs/leaderboards.md).
    drop index settled_scores_top;
    create index settled_scores_top on settled_scores (venue_machine_id, score desc, settled_at, game_id, position) include (user_id);
    create index settled_scores_title_top on settled_scores (machine_id, score desc, settled_at, game_id, position) include (user_id);
    create index settled_scores_time on settled_scores (venue_machine_id, settled_at) include (score, game_id, position, user_id);
    create index settled_scores_title_time on settled_scores (machine_id, settled_at) include (score, game_id, position, user_id);
    create index settled_scores_player on settled_scores (user_id, machine_id, settled_at)
      include (venue_machine_id, score, game_id, position) where user_id is not null;
    -- Rows are only added: left to itself PostgreSQL would mark them as seen by all, which index-only scans need, when a fifth is new.
    alter table settled_scores set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    -- Links in mails; only the SHA-256 of a link's token is kept.
    create table mail_links (
      hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      purpose text not null check (purpose in ('verify', 'reset')),
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index mail_links_user on mail_links (user_id);

    -- Mails wait here until a mail server has taken them.
    create table mails (
      id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz,
      -- set when no further attempt is made
      failed_at timestamptz,
      last_error text,
      created_at timestamptz not null default now()
    );
    create index mails_waiting on mails (next_attempt_at) where sent_at is null and failed_at is null;

    -- Who asked for a mail to which address, whether it exists or not; for limits. Only the SHA-256 of the address is kept.
    create table mail_requests (
      id bigint generated always as identity primary key,
      address_hash bytea not null,
      requested_at timestamptz not null default now()
    );
    create index mail_requests_address on mail_requests (address_hash, requested_at);
  `.execute(db)
}
