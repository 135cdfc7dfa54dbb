import { sql, type Kysely } from 'kysely'

/** One-time codes for the first account of a new server, and what happened to the security of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each process prints one of its own. They are removed once there is an account.
    create table setup_codes (
      -- SHA-256
      hash bytea primary key,
      expires_at timestamptz not null
    );

    -- Logins, changes of passwords, addresses and keys, and refusals of them.
    create table security_events (
      id bigint generated always as identity primary key,
      -- whose account; null is nobody's, such as what an operator did
      user_id bigint references users on delete cascade,
      event text not null,
      -- HTTP's; of what was refused 400 and above
      status smallint not null,
      -- such as Firefox on Windows; empty where that is not known
      device text not null,
      -- the last time
      happened_at timestamptz not null,
      -- what is refused again within an hour of the clock counts here
      hour timestamptz,
      times integer not null default 1,
      check ((hour is not null) = (status >= 400))
    );
    create unique index security_events_refused on security_events (user_id, event, status, hour) where hour is not null;
    create index security_events_newest on security_events (user_id, happened_at desc, id desc);
    create index security_events_age on security_events (happened_at);
  `.execute(db)
}
