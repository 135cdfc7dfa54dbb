import { sql, type Kysely } from 'kysely'

/** Machines that owners add by themselves, what machines are sorted by, and more facts of the catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table machines
      -- id in the Internet Pinball Database
      add column ipdb_id integer,
      -- of its electronics, such as wpc-95
      add column system text,
      -- such as TAF; in capitals
      add column abbreviations text[] not null default '{}',
      -- who added it; null is everybody's
      add column owner_id bigint references users on delete cascade,
      add column sort_name text not null generated always as (regexp_replace(lower(name), '^(the|an?) +', '')) stored;
    create index machines_owner on machines (owner_id) where owner_id is not null;

    -- From the words of the Open Pinball Database to those of MachineDisplay.
    update machines set display = case
      when display = 'dmd' then 'dot-matrix'
      when display = 'cga' then 'lcd'
      when display = 'alphanumeric' and year < 1986 then 'numeric'
      else display
    end
    where display is not null;
  `.execute(db)
}
