import { Route, Routes } from '@multiball/shared/routing'
import { NotFound } from '@multiball/shared/ui'
import { GamePage } from './game/GamePage'
import { GamesPage } from './games/GamesPage'

/** What whoever is signed in has played, at /games; how one game went, below it. */
export default function GamesRoutes() {
  return (
    <Routes>
      <Route index element={<GamesPage />} />
      <Route path=":game" element={<GamePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
