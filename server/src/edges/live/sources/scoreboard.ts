import type { Game, ScoreboardInput, ScoreboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import type { BoardSource } from './boardSource'
import { chaseOf } from './chase'
import { newestGames, withoutTooManyModes } from './feeds'
import type { CurrentGames } from './feeds'
import { storedBoards } from './storedBoards'

/** Scoreboards: the newest game of each of their venue machines, and what there is to beat. */
export const scoreboardSource = (db: Kysely<Tables>, games: CurrentGames, now: () => number = Date.now): BoardSource =>
  storedBoards<Omit<ScoreboardInput, 'title' | 'is_public' | 'moments'>>(db, {
    type: 'scoreboard',
    async read({
      id,
      ownerId,
      title,
      settings: { venuemachine_items, claims: _claims, chase: of, chase_timezone: zone, ...own },
    }) {
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
      const chase = chaseOf(db, { ownerId, of, zone, leaderboard: own.leaderboard }, now)
      return {
        dependsOn: { ...dependsOn, ...chase.dependsOn },
        async state(parts) {
          const { newest, staleAt } = await read()
          const data = withoutTooManyModes(newest.filter((game) => game !== null).sort(newestFirst))
          const chased = await chase.read(data[0]?.venuemachine_id, parts)
          const everyone = { settings, body: { data, chase: chased.everyone } }
          return {
            everyone,
            insiders:
              chased.insiders === chased.everyone ? everyone : { settings, body: { data, chase: chased.insiders } },
            staleAt: earlier(staleAt, chased.staleAt),
          }
        },
      }
    },
  })

const earlier = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

/** Running games before settled ones, then the one that began last. */
const newestFirst = (one: Game, other: Game) =>
  Number(one.settled_on !== null) - Number(other.settled_on !== null) || other.id - one.id
