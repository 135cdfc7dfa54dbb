import { sql, type Kysely } from 'kysely'

/** Leaderboards of a title count the machines that their owner may count, and no others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether other people's leaderboards count its scores while it is open to everybody.
    alter table venue_machines add column counts_elsewhere boolean not null default true;
    create index venue_machines_machine on venue_machines (machine_id);
    -- A lane of a title leaves machines out: which one a score is of stands in its indexes, as all else that it needs.
    drop index settled_scores_title_top;
    drop index settled_scores_title_time;
    create index settled_scores_title_top on settled_scores (machine_id, score desc, settled_at, game_id, position) include (user_id, venue_machine_id);
    create index settled_scores_title_time on settled_scores (machine_id, settled_at) include (score, game_id, position, user_id, venue_machine_id);
  `.execute(db)
}
