import { sql, type Kysely } from 'kysely'

/** What keeps questions and lists from growing with the games. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The best scores of a player, for leaderboards of invited players on many titles.
    create index settled_scores_player_top on settled_scores (user_id, score desc, settled_at, game_id, position)
      include (machine_id, venue_machine_id) where user_id is not null;

    -- Somebody's games in the order in which they are listed.
    create index game_claims_user_games on game_claims (user_id, game_id) where user_id is not null;
    drop index game_claims_user;
    create index game_claims_guest_games on game_claims (guest_id, game_id) where guest_id is not null;
    drop index game_claims_guest;
  `.execute(db)
}
