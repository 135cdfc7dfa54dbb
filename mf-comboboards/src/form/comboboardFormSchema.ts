import { onFields } from '@multiball/shared/forms'
import { ComboboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'

const draftItem = v.object({ item_type: v.string(), item_id: v.number(), order: v.number() })

/** The rules of what is sent; a draft may have places without a board. */
export const comboboardFormSchema = onFields(ComboboardInput, { ...ComboboardInput.entries, items: v.array(draftItem) })
