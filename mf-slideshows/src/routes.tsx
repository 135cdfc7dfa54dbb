import { boardRoutes, late } from '@multiball/shared/pages'
import { useRows } from './pages/useRows'

/** The owner's pages, below /slideshows. */
export default boardRoutes({
  type: 'slideshow',
  Form: late(async () => (await import('./form/SlideshowForm')).SlideshowForm),
  useRows,
})
