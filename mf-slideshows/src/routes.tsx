import { boardRoutes } from '@multiball/shared/pages'
import { SlideshowForm } from './form/SlideshowForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /slideshows. */
export default boardRoutes({
  type: 'slideshow',
  Form: SlideshowForm,
  useRows,
})
