import { boardRoutes } from '@multiball/shared/pages'
import { StreamboardForm } from './form/StreamboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /streamboards. */
export default boardRoutes({
  type: 'streamboard',
  singular: 'Streamboard',
  plural: 'Streamboards',
  path: '/streamboards',
  purpose: 'A streamboard lays live scores over the cameras of a video stream.',
  Form: StreamboardForm,
  useRows,
})
