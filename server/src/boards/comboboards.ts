import { Comboboard, ComboboardInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import { itemsOfComboboards, replaceComboboardItems } from './comboboards.store'
import type { ComboboardRow } from './comboboards.store'
import { inOrder } from './inOrder'
import type { BoardKind } from './kind'
import { areUsableBoards } from './references.store'
import { notFoundHere } from './sentences'

/** What is special about comboboards. */
export const comboboards: BoardKind<ComboboardInput, ComboboardRow> = {
  type: 'comboboard',
  table: 'comboboards',
  input: ComboboardInput,
  answer: Comboboard,
  empty: { title: '', items: [] },

  columns: (input) => ({ background_color: input.background_color, high_density: input.high_density }),

  async checkReferences(db, { items }, by) {
    const boards = items.map(({ item_type: type, item_id: id }) => ({ type, id }))
    if (!(await areUsableBoards(db, boards, by))) throw invalid({ items: [notFoundHere] })
  },

  writeItems: (db, id, input) => replaceComboboardItems(db, id, inOrder(input.items)),

  async read(db, rows) {
    const items = await itemsOfComboboards(db, rows.map(({ id }) => id))
    return rows.map((row) => ({
      title: row.title,
      is_public: row.is_public,
      high_density: row.high_density,
      background_color: row.background_color,
      items: items.get(row.id) ?? [],
    }))
  },
}
