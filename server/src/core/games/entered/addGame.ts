import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { conflict, invalid } from '../../../ground/http/refusals'
import type { Games, NewGames } from '../games.service'
import { tellGame } from './entered.store'
import type { NewGame } from './entered.store'

export interface AddedGames {
  db: Kysely<Tables>
  games: Pick<Games, 'claimed'>
  /** without it each may begin */
  newGames?: NewGames
  /** ms since 1970 */
  now?: () => number
}

/** Clocks of phones and scripts are a little ahead. */
const aheadMs = 300_000
const isTaken = 'A game that was recorded as it was played has this uuid. Please use a new one.'

/** When a score was made. Throws 400 for a time that is still to come. */
function playedAtOf(given: string | null | undefined, now: number): Date {
  const playedAt = given ? Date.parse(given) : now
  if (playedAt > now + aheadMs) throw invalid({ played_on: ['This time is still to come'] })
  return new Date(Math.min(playedAt, now))
}

/**
 * Adds a score to a machine as a game that is over, once for each uuid. Answers its id. Throws 400 for a time that is still to come
 * and a player whose account is gone, 409 where the uuid is that of a recorded game, and what `newGames` refuses.
 * @param playedOn ISO 8601; now where it is left out
 */
export async function addGame(
  { db, games, newGames, now = Date.now }: AddedGames,
  { playedOn, ...game }: Omit<NewGame, 'playedAt'> & { playedOn?: string | null },
): Promise<number> {
  const playedAt = playedAtOf(playedOn, now())
  const refusal = newGames?.refusal(game.venueMachineId)
  if (refusal) throw refusal
  const told = await tellGame(db, { ...game, playedAt })
  if (!told) throw conflict(isTaken)
  if (told.isNew) {
    newGames?.begun(game.venueMachineId, playedAt.getTime())
    await games.claimed(game.venueMachineId)
  }
  return told.id
}
