import { sql, type Kysely } from 'kysely'

/** What an imported catalogue says of machines, and how games went by their entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table machines
      -- how it shows scores, in the words of the Open Pinball Database
      add column display text,
      add column player_count smallint,
      -- set by an import: the catalogue that comes with the program leaves it alone
      add column imported_at timestamptz;
    alter table machine_groups add column imported_at timestamptz;

    -- States of games on their way, taken from their entries; those of a settled game become its timeline.
    create table game_points (
      game_id bigint not null references games on delete cascade,
      seen_at timestamptz not null,
      -- one element a slot; null is no such player
      scores bigint[] not null,
      current_player smallint,
      current_ball smallint,
      game_modes text[] not null default '{}',
      primary key (game_id, seen_at)
    );

    -- The timeline of a settled game, from its entries; game_logs has what its device wrote of it.
    create table game_timelines (
      game_id bigint primary key references games on delete cascade,
      points jsonb not null
    );
  `.execute(db)
}
