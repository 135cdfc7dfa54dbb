import { boardRoutes } from '@multiball/shared/pages'
import { SlideshowForm } from './form/SlideshowForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /slideshows. */
export default boardRoutes({
  type: 'slideshow',
  singular: 'Slideshow',
  plural: 'Slideshows',
  path: '/slideshows',
  purpose: 'A slideshow shows scoreboards, leaderboards, comboboards and pictures, one after the other.',
  Form: SlideshowForm,
  useRows,
})
