import { boardIsPrivate } from '@multiball/shared/schema'
import type { Game, ScoreboardSettings, StreamboardInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { controlRevision, readShownControl } from '../../../core/boards/control/control.store'
import type { ShownGame } from '../../../core/boards/control/control.store'
import type { Tables } from '../../../ground/database'
import type { BoardSource, Shown } from './boardSource'
import { containerView } from './feeds'
import { storedBoards } from './storedBoards'

const refusal = { error: boardIsPrivate }

/** A streamboard shows the first venue machine of each scoreboard. */
const venueMachineOf = ({ settings }: Shown) => (settings as ScoreboardSettings).items[0]?.venuemachine

/** The newest game of the shown venue machine. */
function gameOf(shown: Shown): ShownGame {
  const id = venueMachineOf(shown)?.id
  const games = 'data' in shown.body ? (shown.body.data as Game[]) : []
  return { venuemachine_id: id ?? null, session: games.find(({ venuemachine_id }) => venuemachine_id === id) ?? null }
}

/**
 * Streamboards: the newest game of each of their scoreboards' venue machines, or those that their owner has frozen; and how they
 * look now, which is part of every state so that a change reaches an overlay as fast as a score.
 */
export const streamboardSource = (db: Kysely<Tables>): BoardSource =>
  storedBoards<Omit<StreamboardInput, 'title' | 'is_public' | 'moments'>>(db, {
    type: 'streamboard',
    besides: controlRevision,
    read: async ({ id, ownerId, title, savedAt, settings: { scoreboard_items, config_json, ...own } }) => {
      const { frozen, ...control } = await readShownControl(db, id)
      return containerView({
        ownerId,
        items: scoreboard_items,
        boardOf: ({ scoreboard }) => ({ type: 'scoreboard', id: scoreboard }),
        settings: (parts) => ({
          id,
          title,
          ...own,
          config_json,
          items: parts.map(({ item: { order, scoreboard }, shown }) => ({
            order,
            scoreboard,
            ...(shown ? { venuemachine: venueMachineOf(shown) } : refusal),
          })),
        }),
        // Looks are in the state as well. Viewers from before that read them again when the board is saved.
        fixed: (settings) => ({ ...settings, config_json: undefined, savedAt }),
        body: (parts) => ({
          data: parts.map(({ item: { order, scoreboard }, shown }) =>
            shown
              ? { order, scoreboard, ...(frozen?.[scoreboard] ?? gameOf(shown)) }
              : { order, scoreboard, venuemachine_id: null, session: null, ...refusal },
          ),
          control: { ...control, config_json },
        }),
      })
    },
  })
