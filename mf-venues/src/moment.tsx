import { Route, Routes } from '@multiball/shared/routing'
import { NotFound } from '@multiball/shared/ui'
import { MomentPage } from './moment/MomentPage'

/** Scores to share: /moment/{card}. */
export default function MomentRoutes() {
  return (
    <Routes>
      <Route path=":card" element={<MomentPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
