import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { ClaimPage } from './claim/ClaimPage'

/** Where the code on a wall leads: /claim/{venue machine}/{position}. */
export default function ClaimRoutes() {
  const session = useAtomValue(profileAtom)
  return (
    <Routes>
      <Route path=":machine/:position" element={<ClaimPage isGuest={session.type !== 'signed-in'} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
