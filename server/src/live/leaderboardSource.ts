import type { Kysely } from 'kysely'
import { readLeaderboardSettings } from '../boards/leaderboards.store'
import type { Tables } from '../database'
import { countScores } from '../games/leaderboards/countScores'
import { readScope } from '../games/leaderboards/scope'
import { alike } from './boardSource'
import type { BoardSource } from './boardSource'
import { storedBoards } from './storedBoards'

/** Leaderboards for the hub: they move when a game settles, and by the clock. */
export const leaderboardSource = (db: Kysely<Tables>, now: () => number = Date.now): BoardSource =>
  storedBoards(db, {
    type: 'leaderboard',
    shows: 'machines',
    async read(id) {
      const settings = await readLeaderboardSettings(db, id)
      const scope = settings && (await readScope(db, id))
      if (!scope) return undefined
      return {
        watches: { settledGames: scope.watches.venueMachineIds, settledTitles: scope.watches.machineIds },
        async state() {
          const { scores, validUntil } = await countScores(db, scope, now())
          return alike({ settings, body: { data: [{ scores }] } }, validUntil)
        },
      }
    },
  })
