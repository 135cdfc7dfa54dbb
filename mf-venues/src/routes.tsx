import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { AddMachinePage } from './catalogue/AddMachinePage'
import { MachinePage } from './machine/MachinePage'
import { RenameMachinePage } from './machine/RenameMachinePage'
import { AddVenuePage } from './pages/AddVenuePage'
import { RenameVenuePage } from './pages/RenameVenuePage'
import { VenuesPage } from './pages/VenuesPage'

/** The owner's venues and machines, below /venues. */
export default function VenuesRoutes() {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  const owner = session.profile.id
  return (
    <Routes>
      <Route index element={<VenuesPage owner={owner} />} />
      <Route path="add" element={<AddVenuePage />} />
      <Route path=":venue/edit" element={<RenameVenuePage />} />
      <Route path=":venue/machines/add" element={<AddMachinePage />} />
      <Route path=":venue/machines/:machine" element={<MachinePage owner={owner} />} />
      <Route path=":venue/machines/:machine/edit" element={<RenameMachinePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
