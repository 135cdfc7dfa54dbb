import { formDefaults, onFields } from '@multiball/shared/forms'
import { ComboboardInput, type Comboboard } from '@multiball/shared/schema'
import * as v from 'valibot'

/** A place of the grid while the form is open; without a board it is still to be filled. */
export type Item = Omit<ComboboardInput['items'][number], 'item_id'> & { item_id: number | null }

export interface ComboboardDraft extends Omit<ComboboardInput, 'items'> {
  items: Item[]
}

export const emptyItem = (): Item => ({ item_type: 'scoreboard', item_id: null, order: 0 })

/** What the form opens with: the stored comboboard, or a new private one with two places to fill. */
export function comboboardDraft(board: Comboboard | undefined): ComboboardDraft {
  const fields = formDefaults(ComboboardInput, board)
  return board ? fields : { ...fields, items: [emptyItem(), emptyItem()] }
}

const DraftItem = v.object({ item_type: v.string(), item_id: v.nullable(v.number()), order: v.number() })

/** The rules of what is sent; a draft may have places without a board. */
export const comboboardFormSchema = onFields<ComboboardDraft, Record<keyof ComboboardDraft, v.GenericSchema>>(
  ComboboardInput,
  {
    ...ComboboardInput.entries,
    items: v.array(DraftItem),
  },
)
