import * as v from 'valibot'
import { SlideshowImage } from '../media'
import { Order } from '../primitives/values'
import { allDifferent, ownedFields, Title } from './board'
import { itemType } from './typeNames'
import { anyCustom, boardRef } from './references'

/** How long a slide may show, in seconds. */
export const slideDurations = [5, 10, 30, 60, 120] as const

export const slideTypes = ['scoreboard', 'leaderboard', 'comboboard', 'slideshowimage'] as const

const maxSlides = 100

const isMissing = 'Each screen must have a scoreboard, leaderboard, or comboboard'

const slide = {
  /** one of these, or a board type of a remote */
  item_type: itemType(slideTypes, isMissing),
  item_id: boardRef([...slideTypes, anyCustom], isMissing, { kindIn: 'item_type' }),
  /** seconds */
  duration: v.optional(v.picklist(slideDurations, 'A slide shows for 5, 10, 30, 60 or 120 seconds'), 5),
  order: Order,
}

/** What an owner sends: POST and PUT /api/slideshow/. */
export const SlideshowInput = v.object({
  title: Title,
  is_public: v.optional(v.boolean(), false),
  items: v.pipe(
    v.array(v.object(slide, isMissing)),
    v.minLength(2, 'A slideshow must have at least two screens.'),
    v.maxLength(maxSlides, `A slideshow can have at most ${maxSlides} slides.`),
    v.check(
      allDifferent(({ item_type, item_id }) => `${item_type} ${item_id}`),
      'Each screen must be unique',
    ),
  ),
})
export type SlideshowInput = v.InferOutput<typeof SlideshowInput>

/** The stored slideshow, answered by list, item, create and update; a viewer needs nothing else. */
export const Slideshow = v.object({
  ...ownedFields,
  ...SlideshowInput.entries,
  items: v.array(v.object({ ...slide, /** of a `slideshowimage` */ image: v.optional(SlideshowImage) })),
})
export type Slideshow = v.InferOutput<typeof Slideshow>
