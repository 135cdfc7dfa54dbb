import { boardCommands } from '@multiball/shared/pages'

/** One's slideshows in Jump. */
export const commands = boardCommands('slideshow')
