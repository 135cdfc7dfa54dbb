import { onFields } from '@multiball/shared/forms'
import { ComboboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { inOrder } from './items'

const draftItem = v.object({ item_type: v.picklist(['scoreboard', 'leaderboard']), item_id: v.number(), order: v.number() })

/** What is sent has its items where they stand, whatever `order` names them while the form is open. */
const counted = v.pipe(
  v.custom<ComboboardInput>(() => true),
  v.transform((draft): unknown => ({ ...draft, items: inOrder(draft.items) })),
  ComboboardInput as v.GenericSchema<unknown, ComboboardInput>,
)

/** The rules of what is sent; a draft may have places without a board. */
export const comboboardFormSchema = onFields(counted, { ...ComboboardInput.entries, items: v.array(draftItem) })
