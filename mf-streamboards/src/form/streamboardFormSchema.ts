import { onFields } from '@multiball/shared/forms'
import { streamboardConfigFields, StreamboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'

const { title, scoreboard_items } = StreamboardInput.entries
const draftItem = v.object({ scoreboard: v.number(), order: v.number() })

/** The rules of what is sent, field by field of the form; a draft may have places without a scoreboard. */
export const streamboardFormSchema = onFields(v.object({ title, scoreboard_items, ...streamboardConfigFields }), {
  title,
  ...streamboardConfigFields,
  scoreboard_items: v.array(draftItem),
})
