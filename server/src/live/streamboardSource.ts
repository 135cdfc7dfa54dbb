import { boardIsPrivate } from '@multiball/shared/schema'
import type { Game, ScoreboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { readStreamboardSettings } from '../boards/streamboards.store'
import type { Tables } from '../database'
import type { BoardSource, Shown } from './boardSource'
import { containerView } from './container'
import { storedBoards } from './storedBoards'

const refusal = { error: boardIsPrivate }

/** A streamboard shows one machine of a scoreboard, the first. */
const machineOf = ({ settings }: Shown) => (settings as ScoreboardSettings).items[0]?.venuemachine

/** The newest game of the shown machine. */
function gameOf(shown: Shown): { venuemachine_id: number | null; session: Game | null } {
  const id = machineOf(shown)?.id
  const games = 'data' in shown.body ? (shown.body.data as Game[]) : []
  return { venuemachine_id: id ?? null, session: games.find(({ venuemachine_id }) => venuemachine_id === id) ?? null }
}

/** Streamboards for the hub: the newest game of each of their scoreboards' machines. */
export const streamboardSource = (db: Kysely<Tables>): BoardSource =>
  storedBoards(db, {
    type: 'streamboard',
    shows: 'boards',
    async read(id, ownerId) {
      const stored = await readStreamboardSettings(db, id)
      if (!stored) return undefined
      const { items, ...settings } = stored
      return containerView({
        ownerId,
        items,
        boardOf: ({ scoreboard }) => ({ type: 'scoreboard', id: scoreboard }),
        settings: (parts) => ({
          ...settings,
          items: parts.map(({ item: { order, scoreboard }, shown }) => ({ order, scoreboard, ...(shown ? { venuemachine: machineOf(shown) } : refusal) })),
        }),
        body: (parts) => ({
          data: parts.map(({ item: { order, scoreboard }, shown }) =>
            shown ? { order, scoreboard, ...gameOf(shown) } : { order, scoreboard, venuemachine_id: null, session: null, ...refusal },
          ),
        }),
      })
    },
  })
