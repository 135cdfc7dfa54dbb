import { sql, type Kysely } from 'kysely'

/** Bridges that sign on with a code, and the machines that they find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bridges (
      id bigint generated always as identity primary key,
      venue_id bigint not null references venues on delete cascade,
      hash bytea not null unique,
      name text not null check (name <> '' and char_length(name) <= 80),
      created_at timestamptz not null default now(),
      used_at timestamptz
    );
    create index bridges_venue on bridges (venue_id);

    create table bridge_codes (
      code text primary key,
      key_hash bytea not null,
      -- what the bridge calls itself
      name text not null,
      expires_at timestamptz not null
    );
    create index bridge_codes_key on bridge_codes (key_hash);

    -- A machine that a bridge has found is a device without a maker.
    alter table devices alter column provider drop not null,
      add column bridge_id bigint references bridges on delete cascade,
      add column found_name text check (char_length(found_name) <= 80),
      add column found_address text check (char_length(found_address) <= 64),
      -- when its bridge last said that it is there
      add column found_at timestamptz,
      add constraint devices_origin check (num_nonnulls(provider, bridge_id) = 1);
    create index devices_bridge on devices (bridge_id) where bridge_id is not null;
    create unique index devices_found on devices (uuid) where provider is null;
  `.execute(db)
}
