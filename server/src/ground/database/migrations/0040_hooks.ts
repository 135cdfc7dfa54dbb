import { sql, type Kysely } from 'kysely'

/** Webhooks of venues and boards, and what is delivered to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hooks (
      id bigint generated always as identity primary key,
      owner_id bigint not null references users on delete cascade,
      venue_id bigint references venues on delete cascade,
      board_type text,
      board_id bigint,
      url text not null check (char_length(url) <= 2000),
      shape text not null,
      -- both as they are: they sign
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      -- up to where the stream of moments was read
      read_to bigint not null,
      -- one delivery at a time: until then a server is at it
      busy_until timestamptz not null default '-infinity',
      -- since the last success
      failures integer not null default 0,
      failing_since timestamptz,
      resting_until timestamptz not null default '-infinity',
      paused_at timestamptz,
      created_at timestamptz not null default now(),
      foreign key (board_type, board_id) references boards (type, id) on delete cascade,
      check ((board_type is null) = (board_id is null) and num_nonnulls(venue_id, board_id) = 1)
    );
    create index hooks_owner on hooks (owner_id);
    create index hooks_venue on hooks (venue_id) where venue_id is not null;
    create index hooks_board on hooks (board_type, board_id) where board_id is not null;

    create table hook_deliveries (
      id bigint generated always as identity primary key,
      hook_id bigint not null references hooks on delete cascade,
      delivery uuid not null default gen_random_uuid(),
      -- in the stream; null is a test
      place bigint,
      moment text,
      body text not null,
      created_at timestamptz not null default now(),
      attempts integer not null default 0,
      -- null once it was delivered or given up
      next_attempt_at timestamptz,
      delivered_at timestamptz,
      status smallint,
      answer text,
      trouble text,
      duration_ms integer,
      unique (hook_id, place)
    );
    create index hook_deliveries_newest on hook_deliveries (hook_id, id);
    create index hook_deliveries_due on hook_deliveries (hook_id, next_attempt_at) where next_attempt_at is not null;
  `.execute(db)
}
