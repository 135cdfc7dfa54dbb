import { sql, type Kysely } from 'kysely'

/** Bridges that sign on with a code, and the machines that they find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table venue_keys (
      id bigint generated always as identity primary key,
      venue_id bigint not null references venues on delete cascade,
      hash bytea not null unique,
      name text not null check (name <> '' and char_length(name) <= 80),
      created_at timestamptz not null default now(),
      used_at timestamptz
    );
    create index venue_keys_venue on venue_keys (venue_id);

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
      add column venue_key_id bigint references venue_keys on delete cascade,
      add column found_name text check (char_length(found_name) <= 80),
      add column found_address text check (char_length(found_address) <= 64),
      -- when its bridge last said that it is there
      add column found_at timestamptz,
      add constraint devices_origin check (num_nonnulls(provider, venue_key_id) = 1);
    create index devices_venue_key on devices (venue_key_id) where venue_key_id is not null;
    create unique index devices_found on devices (uuid) where provider is null;
  `.execute(db)
}
