import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { EmbedPage } from './pages/EmbedPage'

/** The playground of embeds, at /embed. */
export default function EmbedsRoutes() {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  return (
    <Routes>
      <Route index element={<EmbedPage owner={session.profile.id} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
