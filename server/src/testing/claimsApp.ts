import type { FastifyInstance } from 'fastify'
import { BoardChanges } from '../core/boards/changes'
import { takeNameOff } from '../core/boards/control/control.store'
import { claimsRoutes } from '../core/games/claims.routes'
import { Games } from '../core/games/games.service'
import { gamesStore } from '../core/games/games.store'
import { playedRoutes } from '../core/games/played.routes'
import { MachineScores } from '../core/games/scores.service'
import { buildTestApp } from './app'
import type { TestDatabase } from './database'
import { makeUser } from './makers'

type TestUser = Awaited<ReturnType<typeof makeUser>>

/** Filled before the first test. */
interface Claiming {
  app: FastifyInstance
  games: Games
  owner: TestUser
  ann: TestUser
  bob: TestUser
}

/** Games that tests record, and an app in which players claim them; both tell the time by `now`, in ms. Their machines' owner, and two players. */
export function useClaims(database: TestDatabase, now: () => number): Claiming {
  const claiming = {} as Claiming

  beforeAll(async () => {
    const { db } = database
    const games = new Games(gamesStore(db), { now })
    const scores = new MachineScores(db, games, now)
    const app = await buildTestApp(
      db,
      [
        claimsRoutes({ db, games, scores, changes: new BoardChanges(), takeNameOff, now }),
        playedRoutes({ db, scores }),
      ],
      { isLimited: false },
    )
    Object.assign(claiming, { app, games, owner: await makeUser(db), ann: await makeUser(db), bob: await makeUser(db) })
  })
  afterAll(() => claiming.app.close())

  return claiming
}
