import { Route, Routes } from '@multiball/shared/routing'
import { NotFound } from '@multiball/shared/ui'
import { GamesPage } from './games/GamesPage'

/** What whoever is signed in has played, at /games. */
export default function GamesRoutes() {
  return (
    <Routes>
      <Route index element={<GamesPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
