import type { LeaderboardInput, LeaderboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { describeQuestion } from '../../../core/games/leaderboards/scope'
import { alike } from './boardSource'
import type { BoardSource } from './boardSource'
import { ranking } from './feeds'
import { storedBoards } from './storedBoards'

/** Leaderboards: they change when a game settles, and by the clock. */
export const leaderboardSource = (db: Kysely<Tables>, now: () => number = Date.now): BoardSource =>
  storedBoards<Omit<LeaderboardInput, 'title' | 'is_public' | 'moments'>>(db, {
    type: 'leaderboard',
    async read({ id, ownerId, title, settings: question }) {
      const {
        leaderboard_machine_type: _all,
        filter_by_venuemachines: _some,
        venuemachines: _which,
        leaderboard_player_type: _who,
        players: _whom,
        ...own
      } = question
      const { dependsOn, read } = await ranking(db, ownerId, question, now)
      const settings: LeaderboardSettings = { id, title, ...own, ...(await describeQuestion(db, ownerId, question)) }
      return {
        dependsOn,
        async state() {
          const { scores, staleAt } = await read()
          return alike({ settings, body: { data: [{ scores }] } }, staleAt)
        },
      }
    },
  })
