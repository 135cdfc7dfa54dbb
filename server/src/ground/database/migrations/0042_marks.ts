import { sql, type Kysely } from 'kysely'

/** The mark of a machine: its owner wants to be told when a score passes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Those that a score has passed stay: the games tell so whenever they are told again.
    create table machine_marks (
      venue_machine_id bigint not null references venue_machines on delete cascade,
      mark bigint not null,
      since timestamptz not null,
      -- null: it is set now
      until timestamptz,
      primary key (venue_machine_id, since)
    );
    create unique index machine_marks_set on machine_marks (venue_machine_id) where until is null;
    alter table moments add column mark bigint;
  `.execute(db)
}
