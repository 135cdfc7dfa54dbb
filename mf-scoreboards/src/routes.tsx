import { Route, Routes } from '@multiball/shared/routing'
import { NotFound } from '@multiball/shared/ui'
import { AddPage } from './pages/AddPage'
import { EditPage } from './pages/EditPage'
import { ListPage } from './pages/ListPage'
import { OwnerGate } from './pages/OwnerGate'

/** The owner's pages, below /scoreboards. */
export default function ScoreboardRoutes() {
  return (
    <OwnerGate>
      {(owner) => (
        <Routes>
          <Route index element={<ListPage owner={owner} />} />
          <Route path="add" element={<AddPage owner={owner} />} />
          <Route path=":id/edit" element={<EditPage owner={owner} />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      )}
    </OwnerGate>
  )
}
