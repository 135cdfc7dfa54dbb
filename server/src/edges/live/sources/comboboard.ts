import { boardIsPrivate } from '@multiball/shared/schema'
import type { ComboboardInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import type { BoardSource, Shown } from './boardSource'
import { containerView } from './feeds'
import { storedBoards } from './storedBoards'

const refusal = { error: boardIsPrivate }

/** What a cell shows, under a comboboard's names: a scoreboard's games and what they chase, a leaderboard's scores, or the feeds of a remote's board. */
function scoresOf(type: string, body: Shown['body']): object {
  if ('feeds' in body) return { feeds: body.feeds }
  if (!('data' in body)) return refusal
  return type === 'scoreboard' ? { sessions: body.data, chase: body.chase } : { data: body.data }
}

/** Comboboards: the states of their boards. */
export const comboboardSource = (db: Kysely<Tables>): BoardSource =>
  storedBoards<Omit<ComboboardInput, 'title' | 'is_public' | 'moments'>>(db, {
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
          boards: parts.map(({ item, shown }) => ({
            ...item,
            ...(shown ? scoresOf(item.item_type, shown.body) : refusal),
          })),
        }),
      }),
  })
