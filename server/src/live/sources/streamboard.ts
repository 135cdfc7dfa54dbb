import { boardIsPrivate } from '@multiball/shared/schema'
import type { Game, ScoreboardSettings, StreamboardInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database'
import type { BoardSource, Shown } from './boardSource'
import { containerView } from './feeds'
import { storedBoards } from './storedBoards'

const refusal = { error: boardIsPrivate }

/** A streamboard shows the first machine of each scoreboard. */
const machineOf = ({ settings }: Shown) => (settings as ScoreboardSettings).items[0]?.venuemachine

/** The newest game of the shown machine. */
function gameOf(shown: Shown): { venuemachine_id: number | null; session: Game | null } {
  const id = machineOf(shown)?.id
  const games = 'data' in shown.body ? (shown.body.data as Game[]) : []
  return { venuemachine_id: id ?? null, session: games.find(({ venuemachine_id }) => venuemachine_id === id) ?? null }
}

/** Streamboards: the newest game of each of their scoreboards' machines. */
export const streamboardSource = (db: Kysely<Tables>): BoardSource =>
  storedBoards<Omit<StreamboardInput, 'title' | 'is_public'>>(db, {
    type: 'streamboard',
    read: async ({ id, ownerId, title, settings: { scoreboard_items, ...own } }) =>
      containerView({
        ownerId,
        items: scoreboard_items,
        boardOf: ({ scoreboard }) => ({ type: 'scoreboard', id: scoreboard }),
        settings: (parts) => ({
          id,
          title,
          ...own,
          items: parts.map(({ item: { order, scoreboard }, shown }) => ({ order, scoreboard, ...(shown ? { venuemachine: machineOf(shown) } : refusal) })),
        }),
        body: (parts) => ({
          data: parts.map(({ item: { order, scoreboard }, shown }) =>
            shown ? { order, scoreboard, ...gameOf(shown) } : { order, scoreboard, venuemachine_id: null, session: null, ...refusal },
          ),
        }),
      }),
  })
