import type { Game, ScoreboardInput, ScoreboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { alike } from './boardSource'
import type { BoardSource } from './boardSource'
import { newestGames, withoutTooManyModes } from './feeds'
import type { CurrentGames } from './feeds'
import { storedBoards } from './storedBoards'

/** Scoreboards: the newest game of each of their venue machines. */
export const scoreboardSource = (db: Kysely<Tables>, games: CurrentGames): BoardSource =>
  storedBoards<Omit<ScoreboardInput, 'title' | 'is_public'>>(db, {
    type: 'scoreboard',
    async read({ id, ownerId, title, settings: { venuemachine_items, claims: _claims, ...own } }) {
      const { venueMachines, dependsOn, read } = await newestGames(
        db,
        games,
        venuemachine_items.map(({ venuemachine }) => venuemachine),
        ownerId,
      )
      const items = venuemachine_items.flatMap(({ venuemachine: named, order }) => {
        const venuemachine = venueMachines.find(({ id }) => id === named)
        return venuemachine ? [{ order, venuemachine }] : []
      })
      const settings: ScoreboardSettings = { id, title, ...own, items }
      return {
        dependsOn,
        async state() {
          const { newest, staleAt } = await read()
          return alike(
            { settings, body: { data: withoutTooManyModes(newest.filter((game) => game !== null).sort(newestFirst)) } },
            staleAt,
          )
        },
      }
    },
  })

/** Running games before settled ones, then the one that began last. */
const newestFirst = (one: Game, other: Game) =>
  Number(one.settled_on !== null) - Number(other.settled_on !== null) || other.id - one.id
