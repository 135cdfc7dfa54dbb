import * as v from 'valibot'
import { Id } from './primitives/values'

/** What an upload may weigh, in bytes, and how many pixels it may have. */
export const imageLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 } as const

/** The same of a photo of a score, and the longer edge to which it is made smaller, in pixels: phones may do that before they send it. */
export const photoLimits = { bytes: 16 * 1024 * 1024, pixels: 64_000_000, edge: 1_600 } as const

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
