import { onFields } from '@multiball/shared/forms'
import { slideDurations, SlideshowImage, SlideshowInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { Screen } from './screens'

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

/** The rules of what is sent; a draft may have screens that show nothing yet. */
export const slideshowFormSchema = onFields<SlideshowDraft, Record<keyof SlideshowDraft, v.GenericSchema>>(SlideshowInput, {
  ...SlideshowInput.entries,
  items: v.array(draftScreen),
})
