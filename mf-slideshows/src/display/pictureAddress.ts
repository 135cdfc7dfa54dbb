import { pageConfig } from '@multiball/shared/client'
import type { SlideshowImage } from '@multiball/shared/schema'

/** Where a picture is to be had: its address is one of the API's host. */
export const pictureAddress = ({ image }: Pick<SlideshowImage, 'image'>): string => new URL(image, pageConfig().apiHost || location.origin).href
