import { late, ownerRoutes } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { ListPage } from './pages/ListPage'

const ChangePage = late(async () => (await import('./pages/ChangePage')).ChangePage)
const PairPage = late(async () => (await import('./pages/PairPage')).PairPage)

/** The owner's TVs, below /displays. */
export default ownerRoutes((owner) => (
  <>
    <Route index element={<ListPage />} />
    <Route path="pair" element={<PairPage owner={owner} />} />
    <Route path=":id/edit" element={<ChangePage owner={owner} />} />
  </>
))
