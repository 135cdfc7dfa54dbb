import { imageLimits } from '@multiball/shared/schema'

/** What a file field offers, and the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

const megabytes = imageLimits.bytes / 1024 / 1024

/** Why a file cannot be a picture of a slideshow, before it is sent; undefined where nothing is known against it. */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return 'Only PNG, JPEG and WebP pictures can be used'
  return size > imageLimits.bytes ? `A picture may have at most ${megabytes} MB` : undefined
}
