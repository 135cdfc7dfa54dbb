import { boardRoutes } from '@multiball/shared/pages'
import { StreamboardForm } from './form/StreamboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /streamboards. */
export default boardRoutes({
  type: 'streamboard',
  Form: StreamboardForm,
  useRows,
})
