import { late } from '@multiball/shared/pages'
import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { GamesPage } from './games/GamesPage'

const GamePage = late(async () => (await import('./game/GamePage')).GamePage)

/** What somebody has played, at /games; how one game went, below it. */
export default function GamesRoutes() {
  const session = useAtomValue(profileAtom)
  return (
    <Routes>
      <Route index element={<GamesPage isGuest={session.type !== 'signed-in'} />} />
      <Route path=":game" element={<GamePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
