import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import type { Games } from './games.service'

/** Gives a free slot of a machine's newest game to a user. False when there is no such slot, or it has a player. */
export async function claimSlot(db: Kysely<Tables>, games: Games, venueMachineId: number, position: number, userId: number): Promise<boolean> {
  const isClaimed = await db.transaction().execute(async (trx) => {
    // Held, so that the game does not settle between the claim and its score.
    const { rows } = await sql<{ id: number }>`
      select id from games where id = (select max(id) from games where venue_machine_id = ${venueMachineId}) and scores[${position}::int] is not null for update
    `.execute(trx)
    if (!rows[0]) return false
    const { rows: claimed } = await sql`
      insert into game_claims (game_id, position, user_id) values (${rows[0].id}, ${position}, ${userId})
      on conflict (game_id, position) do nothing returning game_id
    `.execute(trx)
    if (claimed.length === 0) return false
    await trx.updateTable('settled_scores').set({ user_id: userId }).where('game_id', '=', rows[0].id).where('position', '=', position).execute()
    return true
  })
  if (isClaimed) await games.claimed(venueMachineId)
  return isClaimed
}
