import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { claimsRoutes } from '../games/claims.routes'
import { Games } from '../games/games.service'
import { gamesStore } from '../games/games.store'
import { playedRoutes } from '../games/played.routes'
import { MachineScores } from '../games/scores.service'
import { buildTestApp } from './app'

/** Games that tests record, and an app in which players claim them; both tell the time by `now`, in ms. */
export async function buildClaimsApp(db: Kysely<Tables>, now: () => number) {
  const games = new Games(gamesStore(db), { now })
  const scores = new MachineScores(db, games, now)
  return { games, app: await buildTestApp(db, [claimsRoutes({ db, games, scores, now }), playedRoutes({ db, scores })], { isLimited: false }) }
}
