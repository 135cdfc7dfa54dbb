import * as v from 'valibot'
import { Id } from './primitives/values'

/** What an upload may weigh, in bytes, and how many pixels it may have. */
export const imageLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 } as const

/** Edge of a profile picture, in pixels. */
export const avatarPixels = 250

/** A picture of a slideshow: POST and GET /api/slideshow_image/. */
export const SlideshowImage = v.object({
  id: Id,
  /** address of the picture, good for ever: its content never changes */
  image: v.string(),
  /** pixels */
  width: v.number(),
  height: v.number(),
})
export type SlideshowImage = v.InferOutput<typeof SlideshowImage>
