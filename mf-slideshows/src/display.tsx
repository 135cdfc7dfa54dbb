import type { SlideshowDisplay as SlideshowFace } from '@multiball/shared/boards'
import { SlideshowDisplay } from './display/SlideshowDisplay'

/** How slideshows look; what viewers and previews load. */
export const display: SlideshowFace = { type: 'slideshow', Display: SlideshowDisplay }
