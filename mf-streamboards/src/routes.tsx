import { boardRoutes } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { ControlPage } from './control/ControlPage'
import { StreamboardForm } from './form/StreamboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /streamboards. */
export default boardRoutes(
  {
    type: 'streamboard',
    Form: StreamboardForm,
    useRows,
    boardPages: [{ path: 'control', label: 'Control panel', icon: 'settings' }],
    opensCreated: true,
  },
  (owner) => <Route path=":id/control" element={<ControlPage owner={owner} />} />,
)
