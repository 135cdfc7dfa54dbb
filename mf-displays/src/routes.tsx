import { ownerRoutes } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { ChangePage } from './pages/ChangePage'
import { ListPage } from './pages/ListPage'
import { PairPage } from './pages/PairPage'

/** The owner's TVs, below /displays. */
export default ownerRoutes((owner) => (
  <>
    <Route index element={<ListPage />} />
    <Route path="pair" element={<PairPage owner={owner} />} />
    <Route path=":id/edit" element={<ChangePage owner={owner} />} />
  </>
))
