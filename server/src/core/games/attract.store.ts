import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { claimerJson } from './claimers'
import type { ClaimerJson } from './claimers'

type Db = Kysely<Tables>

export interface AttractRow {
  /** digits */
  score: string
  settled_at: Date
  claimer: ClaimerJson | null
}

/** A venue machine's newest scores since then, in the order of their games. */
export async function newestSince(db: Db, venueMachineId: number, since: Date, limit: number): Promise<AttractRow[]> {
  const { rows } = await sql<AttractRow>`
    select s.score::text as score, s.settled_at, ${claimerJson} as claimer
    from (
      select game_id, position, score, settled_at from settled_scores
      where venue_machine_id = ${venueMachineId} and settled_at >= ${since} order by settled_at desc, game_id desc, position desc limit ${limit}
    ) s
    left join game_claims c on c.game_id = s.game_id and c.position = s.position
    left join users u on u.id = c.user_id
    order by s.settled_at, s.game_id, s.position
  `.execute(db)
  return rows
}

/** A venue machine's best score since then that somebody claimed, the earlier one among equals. */
export async function bestNamedSince(db: Db, venueMachineId: number, since: Date): Promise<AttractRow | undefined> {
  // Materialized, so that the time's index is read: down the best of all time, one of today may come very late.
  const { rows } = await sql<AttractRow>`
    with recent as materialized (
      select game_id, position, score, settled_at from settled_scores where venue_machine_id = ${venueMachineId} and settled_at >= ${since}
    )
    select s.score::text as score, s.settled_at, ${claimerJson} as claimer
    from recent s
    join game_claims c on c.game_id = s.game_id and c.position = s.position
    left join users u on u.id = c.user_id
    where u.id is not null or c.initials is not null
    order by s.score desc, s.settled_at, s.game_id, s.position limit 1
  `.execute(db)
  return rows[0]
}
