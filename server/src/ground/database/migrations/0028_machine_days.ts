import { sql, type Kysely } from 'kysely'

/**
 * What no score of a machine on a day of UTC is better than, for leaderboards of a period. It is kept by triggers, in the transaction
 * of the score, whichever release writes it. It may be too high once scores are gone, and is never too low.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table machine_days (
      venue_machine_id bigint not null references venue_machines on delete cascade,
      day date not null,
      highest bigint not null,
      primary key (venue_machine_id, day) include (highest)
    );
    -- As for settled_scores: index-only scans need pages that are known to be seen by all.
    alter table machine_days set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    create function note_machine_days() returns trigger language plpgsql as $$
    begin
      insert into machine_days (venue_machine_id, day, highest)
        select s.venue_machine_id, (s.settled_at at time zone 'UTC')::date as day, max(s.score) from noted s
        -- Mostly there is a better one, and no row has to be locked.
        where not exists (
          select from machine_days d
          where d.venue_machine_id = s.venue_machine_id and d.day = (s.settled_at at time zone 'UTC')::date and d.highest >= s.score
        )
        group by s.venue_machine_id, day
        -- In one order, so that no two transactions wait for each other.
        order by s.venue_machine_id, day
      on conflict (venue_machine_id, day) do update set highest = greatest(machine_days.highest, excluded.highest);
      return null;
    end $$;
    create trigger settled_scores_days after insert on settled_scores referencing new table as noted for each statement execute function note_machine_days();
    create trigger settled_scores_changed_days after update on settled_scores referencing new table as noted for each statement execute function note_machine_days();

    -- All scores are read once: half a second for each million.
    set local statement_timeout = 0;
    insert into machine_days (venue_machine_id, day, highest)
      select venue_machine_id, (settled_at at time zone 'UTC')::date, max(score) from settled_scores group by 1, 2;
  `.execute(db)
}
