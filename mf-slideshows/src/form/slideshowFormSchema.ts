import { onFields } from '@multiball/shared/forms'
import { slideDurations, SlideshowImage, SlideshowInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { inOrder, type Screen } from './screens'

/** What the form holds: a picture brings along what is needed to show it. */
export interface SlideshowDraft extends Omit<SlideshowInput, 'items'> {
  items: Screen[]
}

const draftScreen = v.object({
  item_type: v.string(),
  item_id: v.number(),
  duration: v.picklist(slideDurations),
  order: v.number(),
  image: v.optional(SlideshowImage),
})

/** What is sent has its screens where they stand, whatever `order` names them while the form is open. */
const counted = v.pipe(
  v.custom<SlideshowDraft>(() => true),
  v.transform((draft): unknown => ({ ...draft, items: inOrder(draft.items) })),
  SlideshowInput as v.GenericSchema<unknown, SlideshowInput>,
)

/** The rules of what is sent; a draft may have screens that show nothing yet. */
export const slideshowFormSchema = onFields<SlideshowDraft, Record<keyof SlideshowDraft, v.GenericSchema>>(counted, {
  ...SlideshowInput.entries,
  items: v.array(draftScreen),
})
