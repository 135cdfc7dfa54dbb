import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import type { Games } from './games.service'

/** How long after its end a game can still be claimed, unless the next one begins, in ms. */
export const claimableForMs = 3_600_000

/** What became of a claim: `elsewhere` has a slot of this game already, `unplayed` is no slot of a game that can be claimed. */
export type ClaimOutcome = 'claimed' | 'taken' | 'elsewhere' | 'unplayed'

type Db = Kysely<Tables>

/** The machine's newest game, held so that it does not settle between a claim and its score. */
async function holdNewest(trx: Db, venueMachineId: number, now: number) {
  const { rows } = await sql<{ id: number; scores: (string | null)[] }>`
    select id, scores::text[] as scores from games
    where id = (select max(id) from games where venue_machine_id = ${venueMachineId})
      and (settled_at is null or settled_at > ${new Date(now - claimableForMs)})
    for update
  `.execute(trx)
  return rows[0]
}

async function claimWithin(trx: Db, venueMachineId: number, position: number, userId: number, now: number): Promise<ClaimOutcome> {
  const game = await holdNewest(trx, venueMachineId, now)
  if (!game || (game.scores[position - 1] ?? null) === null) return 'unplayed'
  const claims = await trx.selectFrom('game_claims').select(['position', 'user_id']).where('game_id', '=', game.id).execute()
  if (claims.some((claim) => claim.user_id === userId && claim.position !== position)) return 'elsewhere'
  const holder = claims.find((claim) => claim.position === position)
  if (holder) return holder.user_id === userId ? 'claimed' : 'taken'
  await trx.insertInto('game_claims').values({ game_id: game.id, position, user_id: userId }).execute()
  await trx.updateTable('settled_scores').set({ user_id: userId }).where('game_id', '=', game.id).where('position', '=', position).execute()
  return 'claimed'
}

/** Gives a slot of a machine's newest game to a user, who has one slot of a game at most. To claim one's own slot again changes nothing. */
export async function claimSlot(db: Db, games: Games, venueMachineId: number, position: number, userId: number, now = Date.now()): Promise<ClaimOutcome> {
  const outcome = await db.transaction().execute((trx) => claimWithin(trx, venueMachineId, position, userId, now))
  if (outcome === 'claimed') await games.claimed(venueMachineId)
  return outcome
}

/** Takes a user's claim of a machine's newest game back. False when there is none, or it is too late. */
export async function releaseSlot(db: Db, games: Games, venueMachineId: number, userId: number, now = Date.now()): Promise<boolean> {
  const isReleased = await db.transaction().execute(async (trx) => {
    const game = await holdNewest(trx, venueMachineId, now)
    if (!game) return false
    const released = await trx.deleteFrom('game_claims').where('game_id', '=', game.id).where('user_id', '=', userId).executeTakeFirst()
    if (released.numDeletedRows === 0n) return false
    await trx.updateTable('settled_scores').set({ user_id: null }).where('game_id', '=', game.id).where('user_id', '=', userId).execute()
    return true
  })
  if (isReleased) await games.claimed(venueMachineId)
  return isReleased
}
