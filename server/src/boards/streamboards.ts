import { Streamboard, StreamboardInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import { inOrder } from './inOrder'
import type { BoardKind } from './kind'
import { itemsOfStreamboards, readConfig, replaceStreamboardItems, storedConfig, usableScoreboards } from './streamboards.store'
import type { StreamboardRow } from './streamboards.store'

/** What is special about streamboards. */
export const streamboards: BoardKind<StreamboardInput, StreamboardRow> = {
  type: 'streamboard',
  table: 'streamboards',
  input: StreamboardInput,
  answer: Streamboard,
  empty: { title: '', scoreboard_items: [] },

  columns: (input) => ({ config: storedConfig(input.config_json) }),

  async checkReferences(db, input, { id }) {
    const wanted = input.scoreboard_items.map(({ scoreboard }) => scoreboard)
    const usable = await usableScoreboards(db, wanted, id)
    if (!wanted.every((scoreboard) => usable.has(scoreboard))) {
      throw invalid({ scoreboard_items: ['Only public scoreboards with exactly one machine can be used'] })
    }
  },

  writeItems: (db, id, input) => replaceStreamboardItems(db, id, inOrder(input.scoreboard_items)),

  async read(db, rows) {
    const items = await itemsOfStreamboards(db, rows.map(({ id }) => id))
    return rows.map((row) => ({
      title: row.title,
      is_public: row.is_public,
      scoreboard_items: items.get(row.id) ?? [],
      config_json: readConfig(row.config),
    }))
  },
}
