import { boardIsPrivate } from '@multiball/shared/schema'
import type { ComboboardInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database'
import type { BoardSource } from '../boardSource'
import { containerView } from '../container'
import { storedBoards } from '../storedBoards'

const refusal = { error: boardIsPrivate }

/** What a scoreboard's games are called in a comboboard, and a leaderboard's scores. */
const scoresIn = { scoreboard: 'sessions', leaderboard: 'data' } as const

/** Comboboards for the hub: the states of their boards. */
export const comboboardSource = (db: Kysely<Tables>): BoardSource =>
  storedBoards<Omit<ComboboardInput, 'title' | 'is_public'>>(db, {
    type: 'comboboard',
    read: async ({ id, ownerId, title, settings: { items, ...own } }) =>
      containerView({
        ownerId,
        items,
        boardOf: ({ item_type, item_id }) => ({ type: item_type, id: item_id }),
        settings: (parts) => ({
          id,
          title,
          ...own,
          items: parts.map(({ item }) => item),
          boards: parts.map(({ item, shown }) => ({ ...item, ...(shown ? { bootstrap: shown.settings } : refusal) })),
        }),
        body: (parts) => ({
          boards: parts.map(({ item, shown }) => ({ ...item, ...(shown && 'data' in shown.body ? { [scoresIn[item.item_type]]: shown.body.data } : refusal) })),
        }),
      }),
  })
