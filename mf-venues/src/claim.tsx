import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { ClaimPage } from './claim/ClaimPage'

/** Where the code on a wall leads: /claim/{venue machine}/{position}. */
export default function ClaimRoutes() {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  return (
    <Routes>
      <Route path=":machine/:position" element={<ClaimPage me={session.profile.id} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
