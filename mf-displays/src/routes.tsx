import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { ChangePage } from './pages/ChangePage'
import { ListPage } from './pages/ListPage'
import { PairPage } from './pages/PairPage'

/** The owner's TVs, below /displays. */
export default function DisplaysRoutes() {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  const owner = session.profile.id
  return (
    <Routes>
      <Route index element={<ListPage />} />
      <Route path="pair" element={<PairPage owner={owner} />} />
      <Route path=":id/edit" element={<ChangePage owner={owner} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
