import { onFields } from '@multiball/shared/forms'
import { slideDurations, SlideshowImage, SlideshowInput, type Slideshow } from '@multiball/shared/schema'
import * as v from 'valibot'
import { emptySlide, type Slide } from './slides'

/** What the form holds: a picture brings along what is needed to show it. */
interface SlideshowDraft extends Omit<SlideshowInput, 'items'> {
  items: Slide[]
}

/** What the form opens with: the stored slideshow, or a new private one with two slides to fill. */
export const slideshowDraft = (board: Slideshow | undefined): SlideshowDraft =>
  board
    ? { title: board.title, is_public: board.is_public, items: board.items }
    : { title: '', is_public: false, items: [emptySlide(), emptySlide()] }

const DraftSlide = v.object({
  item_type: v.string(),
  item_id: v.nullable(v.number()),
  duration: v.picklist(slideDurations),
  order: v.number(),
  image: v.optional(SlideshowImage),
})

const entries = { ...SlideshowInput.entries, items: v.array(DraftSlide) }
const Unfinished = v.object(entries)

/**
 * The rules of what is sent; a draft may have slides that show nothing yet.
 * @param isUploading slides are not judged while a picture of theirs is on its way
 */
export const slideshowFormSchema = (isUploading: () => boolean) =>
  onFields<SlideshowDraft, Record<keyof SlideshowDraft, v.GenericSchema>>(
    v.lazy((): v.GenericSchema<unknown, SlideshowDraft> => (isUploading() ? Unfinished : SlideshowInput)),
    entries,
  )
