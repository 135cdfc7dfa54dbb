import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import type { Games } from './games.service'

/** Gives a free slot of a machine's newest game to a user. False when there is no such slot, or it has a player. */
export async function claimSlot(db: Kysely<Tables>, games: Games, venueMachineId: number, position: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into game_claims (game_id, position, user_id)
    select id, ${position}::smallint, ${userId}::bigint
    from (select id, scores from games where venue_machine_id = ${venueMachineId} order by id desc limit 1) newest
    where newest.scores[${position}::int] is not null
    on conflict (game_id, position) do nothing
    returning 1
  `.execute(db)
  if (rows.length === 0) return false
  await games.claimed(venueMachineId)
  return true
}
