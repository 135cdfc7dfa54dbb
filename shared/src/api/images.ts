import { read, upload } from '@multiball/shared/client'
import { SlideshowImage } from '@multiball/shared/schema'

/** Stores a picture for slideshows. Throws ApiError; `fields.image` says what is wrong with the file. */
export function createSlideshowImage(image: File): Promise<SlideshowImage> {
  const form = new FormData()
  form.set('image', image)
  return upload('post', '/api/slideshow_image/', form, SlideshowImage)
}

/** Throws ApiError; 404 when there is none. */
export const getSlideshowImage = (id: number, signal?: AbortSignal): Promise<SlideshowImage> =>
  read(`/api/slideshow_image/${id}/`, SlideshowImage, { signal })
