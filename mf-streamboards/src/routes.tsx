import { boardRoutes, late } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { useRows } from './pages/useRows'

const ControlPage = late(async () => (await import('./control/ControlPage')).ControlPage)

/** The owner's pages, below /streamboards. */
export default boardRoutes(
  {
    type: 'streamboard',
    Form: late(async () => (await import('./form/StreamboardForm')).StreamboardForm),
    useRows,
    boardPages: [{ path: 'control', label: 'Control panel', icon: 'settings' }],
    opensCreated: true,
  },
  (owner) => <Route path=":id/control" element={<ControlPage owner={owner} />} />,
)
