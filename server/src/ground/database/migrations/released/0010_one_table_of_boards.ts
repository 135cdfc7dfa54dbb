import { sql, type Kysely } from 'kysely'

/** One table for boards of every type, with their settings as the schema says them, and one for what they name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter view boards rename to boards_before;
    alter view open_machines rename to open_machines_before;

    create table boards (
      type text not null,
      id bigint generated always as identity,
      owner_id bigint not null references users on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 256),
      is_public boolean not null,
      viewer_key text not null,
      -- Origins such as https://example.com, as the browser says them; checked before they are stored.
      embed_sites text[] not null default '{}' check (cardinality(embed_sites) <= 20),
      settings jsonb not null,
      -- of the schema that they passed; counts up where stored settings have to be changed for a new schema
      settings_version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (type, id),
      constraint boards_title_unique unique (owner_id, type, title)
    );
    create index boards_newest_public on boards (type, id desc) where is_public;

    -- What boards name. The settings say it too: here it is found from the other side, and held by the database.
    create table board_references (
      board_type text not null,
      board_id bigint not null,
      -- where in the settings, such as items.*.item_id, and which one of that place
      place text not null,
      position integer not null,
      venue_machine_id bigint references venue_machines,
      machine_id bigint references machines,
      machine_group_id bigint references machine_groups,
      player_id bigint references users on delete cascade,
      slideshow_image_id bigint references slideshow_images on delete cascade,
      part_type text,
      part_id bigint,
      -- while the board is public and its owner is the machine's, everybody may see the machine
      opens boolean not null,
      -- the machine's scores are counted, which its owner may refuse to others
      counts boolean not null,
      primary key (board_type, board_id, place, position),
      foreign key (board_type, board_id) references boards on delete cascade,
      foreign key (part_type, part_id) references boards on delete cascade,
      check (num_nonnulls(venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_id) = 1),
      check ((part_type is null) = (part_id is null))
    );
    create index board_references_machine on board_references (venue_machine_id) where venue_machine_id is not null;
    create index board_references_part on board_references (part_type, part_id) where part_id is not null;
    create index board_references_player on board_references (player_id) where player_id is not null;
    create index board_references_image on board_references (slideshow_image_id) where slideshow_image_id is not null;

    insert into boards (type, id, owner_id, title, is_public, viewer_key, embed_sites, created_at, updated_at, settings) overriding system value
    select 'scoreboard', b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.created_at, b.updated_at, jsonb_build_object(
      'background_color', b.background_color, 'display_title', b.display_title, 'enablePlayerRank', b.enable_player_rank, 'high_density', b.high_density,
      'leaderboard', b.leaderboard_id, 'idle_leaderboard_show', b.idle_leaderboard_show, 'idle_leaderboard_sec', b.idle_leaderboard_sec,
      'idle_scoreboard_sec', b.idle_scoreboard_sec, 'idle_hotgame_show', b.idle_hotgame_show, 'idle_hotgame_type', b.idle_hotgame_type,
      'venuemachine_items', (
        select coalesce(jsonb_agg(jsonb_build_object('venuemachine', i.venue_machine_id, 'order', i."order") order by i."order", i.venue_machine_id), '[]')
        from scoreboard_machines i where i.scoreboard_id = b.id
      )
    )
    from scoreboards b
    union all
    select 'leaderboard', b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.created_at, b.updated_at, jsonb_build_object(
      'background_color', b.background_color, 'display_title', b.display_title, 'items_per_list', b.items_per_list, 'one_score_per_player', b.one_score_per_player,
      'leaderboard_time_type', b.time_type,
      'score_start_time', to_char(b.score_start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'score_end_time', to_char(b.score_end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'last_time_bucket', b.last_time_bucket, 'last_time_timezone', b.last_time_timezone, 'last_time_count', b.last_time_count,
      'leaderboard_machine_type', b.machine_type, 'filter_by_venuemachines', b.filter_by_venuemachines, 'leaderboard_player_type', b.player_type,
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', coalesce(i.venue_machine_id, i.machine_id, i.machine_group_id), 'order', i."order",
          'type', case when i.venue_machine_id is not null then 'venuemachine' when i.machine_id is not null then 'machine' else 'machinegroup' end
        ) order by i."order"), '[]')
        from leaderboard_items i where i.leaderboard_id = b.id
      ),
      'venuemachines', (select coalesce(jsonb_agg(w.venue_machine_id order by w.place), '[]') from leaderboard_venue_machines w where w.leaderboard_id = b.id),
      'players', (select coalesce(jsonb_agg(p.user_id order by p.place), '[]') from leaderboard_players p where p.leaderboard_id = b.id)
    )
    from leaderboards b
    union all
    select 'comboboard', b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.created_at, b.updated_at, jsonb_build_object(
      'background_color', b.background_color, 'high_density', b.high_density,
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'item_type', case when i.scoreboard_id is not null then 'scoreboard' else 'leaderboard' end,
          'item_id', coalesce(i.scoreboard_id, i.leaderboard_id), 'order', i."order"
        ) order by i."order"), '[]')
        from comboboard_items i where i.comboboard_id = b.id
      )
    )
    from comboboards b
    union all
    select 'slideshow', b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.created_at, b.updated_at, jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'item_type', case
            when i.scoreboard_id is not null then 'scoreboard' when i.leaderboard_id is not null then 'leaderboard'
            when i.comboboard_id is not null then 'comboboard' else 'slideshowimage'
          end,
          'item_id', coalesce(i.scoreboard_id, i.leaderboard_id, i.comboboard_id, i.slideshow_image_id), 'duration', i.duration, 'order', i."order"
        ) order by i."order"), '[]')
        from slideshow_items i where i.slideshow_id = b.id
      )
    )
    from slideshows b
    union all
    select 'streamboard', b.id, b.owner_id, b.title, b.is_public, b.viewer_key, b.embed_sites, b.created_at, b.updated_at, jsonb_build_object(
      'config_json', b.config,
      'scoreboard_items', (
        select coalesce(jsonb_agg(jsonb_build_object('scoreboard', i.scoreboard_id, 'order', i."order") order by i."order"), '[]')
        from streamboard_items i where i.streamboard_id = b.id
      )
    )
    from streamboards b;

    insert into board_references (board_type, board_id, place, position, venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_type, part_id, opens, counts)
    select board_type, board_id, place, row_number() over (partition by board_type, board_id, place order by rank, tie) - 1,
      venue_machine_id, machine_id, machine_group_id, player_id, slideshow_image_id, part_type, part_id, opens, counts
    from (
      select 'scoreboard' as board_type, scoreboard_id as board_id, 'venuemachine_items.*.venuemachine' as place, "order" as rank, venue_machine_id as tie,
        venue_machine_id, null::bigint as machine_id, null::bigint as machine_group_id, null::bigint as player_id, null::bigint as slideshow_image_id,
        null as part_type, null::bigint as part_id, true as opens, false as counts
      from scoreboard_machines
      union all
      select 'scoreboard', id, 'leaderboard', 0, 0, null, null, null, null, null, 'leaderboard', leaderboard_id, false, false
      from scoreboards where leaderboard_id is not null
      union all
      select 'leaderboard', leaderboard_id, 'items.*.id', "order", 0, venue_machine_id, machine_id, machine_group_id, null, null, null, null, false, venue_machine_id is not null
      from leaderboard_items
      union all
      select 'leaderboard', leaderboard_id, 'venuemachines.*', place, 0, venue_machine_id, null, null, null, null, null, null, false, true
      from leaderboard_venue_machines
      union all
      select 'leaderboard', leaderboard_id, 'players.*', place, 0, null, null, null, user_id, null, null, null, false, false
      from leaderboard_players
      union all
      select 'comboboard', comboboard_id, 'items.*.item_id', "order", 0, null, null, null, null, null,
        case when scoreboard_id is not null then 'scoreboard' else 'leaderboard' end, coalesce(scoreboard_id, leaderboard_id), false, false
      from comboboard_items
      union all
      select 'slideshow', slideshow_id, 'items.*.item_id', "order", 0, null, null, null, null, slideshow_image_id,
        case when scoreboard_id is not null then 'scoreboard' when leaderboard_id is not null then 'leaderboard' when comboboard_id is not null then 'comboboard' end,
        coalesce(scoreboard_id, leaderboard_id, comboboard_id), false, false
      from slideshow_items
      union all
      select 'streamboard', streamboard_id, 'scoreboard_items.*.scoreboard', "order", 0, null, null, null, null, null, 'scoreboard', scoreboard_id, false, false
      from streamboard_items
    ) named;

    -- New boards of all types are counted together, above all numbers that were ever given.
    select setval(pg_get_serial_sequence('boards', 'id'), max(given), true)
    from (
      select pg_sequence_last_value(pg_get_serial_sequence(type || 's', 'id')::regclass) as given
      from unnest(array['scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard']) as known (type)
    ) numbers
    having max(given) is not null;

    -- A TV shows a board of any type; none when its board was deleted.
    alter table tvs rename column board_type to board_type_before;
    alter table tvs rename column board_id to board_id_before;
    alter table tvs add column board_type text, add column board_id bigint;
    update tvs set board_type = board_type_before, board_id = board_id_before where board_id_before is not null;
    alter table tvs drop column board_type_before, drop column board_id_before;
    alter table tvs drop column scoreboard_id, drop column leaderboard_id, drop column comboboard_id, drop column slideshow_id, drop column streamboard_id;
    alter table tvs add check ((board_type is null) = (board_id is null));
    alter table tvs add foreign key (board_type, board_id) references boards on delete set null;
    create index tvs_board on tvs (board_type, board_id) where board_id is not null;

    -- Machines that everybody may see and put on boards: those that a public board of their own owner opens.
    create view open_machines as
      select vm.id from venue_machines vm join venues v on v.id = vm.venue_id
      where exists (
        select from board_references named join boards b on b.type = named.board_type and b.id = named.board_id
        where named.venue_machine_id = vm.id and named.opens and b.is_public and b.owner_id = v.owner_id
      );

    drop view boards_before, open_machines_before, board_parts, board_machines;
    drop table scoreboard_machines, leaderboard_items, leaderboard_venue_machines, leaderboard_players, comboboard_items, slideshow_items, streamboard_items;
    drop table scoreboards, leaderboards, comboboards, slideshows, streamboards;
    analyze boards, board_references;
  `.execute(db)
}
