import { sql, type Kysely } from 'kysely'

/** People without an account claim their scores with three letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A browser in which somebody claimed scores without an account. Its id stands where those of users stand, so it begins
    -- beyond them, and within 32 bits.
    create table guests (
      id bigint generated always as identity (start with 1000000001) primary key,
      -- SHA-256 of its token
      hash bytea not null unique,
      created_at timestamptz not null default now(),
      used_at timestamptz not null default now()
    );
    create index guests_used on guests (used_at);

    -- A claim is a user's, or has a guest's letters. They stay when the guest is forgotten.
    alter table game_claims alter column user_id drop not null;
    alter table game_claims add column guest_id bigint references guests on delete set null;
    alter table game_claims add column initials text check (char_length(initials) between 1 and 3);
    alter table game_claims add constraint game_claims_one check ((user_id is null) = (initials is not null) and (guest_id is null or initials is not null));
    create index game_claims_guest on game_claims (guest_id) where guest_id is not null;
  `.execute(db)
}
