import type { Game, ScoreboardInput, ScoreboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { shownMachines } from '../../boards/shownMachines.store'
import type { Tables } from '../../database'
import { alike } from '../boardSource'
import type { BoardSource } from '../boardSource'
import { storedBoards } from '../storedBoards'

/** What is needed of the games. */
export interface CurrentGames {
  current(venueMachineId: number): Promise<Game | null>
}

/** Scoreboards for the hub: the newest game of each of their machines. */
export const scoreboardSource = (db: Kysely<Tables>, games: CurrentGames): BoardSource =>
  storedBoards<Omit<ScoreboardInput, 'title' | 'is_public'>>(db, {
    type: 'scoreboard',
    async read({ id, ownerId, title, settings: { venuemachine_items, ...own } }) {
      const shown = await shownMachines(db, venuemachine_items.map(({ venuemachine }) => venuemachine), ownerId)
      const items = venuemachine_items.flatMap(({ venuemachine, order }) => {
        const machine = shown.get(venuemachine)
        return machine ? [{ order, venuemachine: machine }] : []
      })
      const settings: ScoreboardSettings = { id, title, ...own, items }
      const machines = items.map(({ venuemachine }) => venuemachine.id)
      return {
        watches: { games: machines },
        async state() {
          const newest = await Promise.all(machines.map((machine) => games.current(machine)))
          return alike({ settings, body: { data: withoutTooManyModes(newest.filter((game) => game !== null).sort(newestFirst)) } })
        },
      }
    },
  })

/** Characters of modes in a state of a board, which all of its viewers are sent. */
const mostModes = 20_000

/** The games without the modes that are too many, those of the last games first. */
export function withoutTooManyModes(games: readonly Game[]): readonly Game[] {
  let left = mostModes
  return games.map((game) => {
    const fitting = game.game_modes.findIndex((mode) => (left -= mode.length) < 0)
    return fitting < 0 ? game : { ...game, game_modes: game.game_modes.slice(0, fitting) }
  })
}

/** Running games before settled ones, then the one that began last. */
const newestFirst = (one: Game, other: Game) => Number(one.settled_on !== null) - Number(other.settled_on !== null) || other.id - one.id
