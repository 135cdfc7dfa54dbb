import type { Slideshow } from '@multiball/shared/schema'
import { emptyScreen, inOrder } from './screens'
import type { SlideshowDraft } from './slideshowFormSchema'

const blank: SlideshowDraft = { title: '', is_public: false, items: [emptyScreen(0), emptyScreen(1)] }

/** What the form opens with: the stored slideshow, or a new private one with two screens to fill. */
export function slideshowDefaults(board: Slideshow | undefined): SlideshowDraft {
  if (!board) return blank
  const { title, is_public, items } = board
  return { title, is_public, items: inOrder(items) }
}
