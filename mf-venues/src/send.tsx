import { Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { SendPage } from './send/SendPage'

/** Where the code on a machine leads: /send/{code}. */
export default function SendRoutes() {
  const session = useAtomValue(profileAtom)
  const account = session.type === 'signed-in' ? session.profile.cached_display_name : undefined
  return (
    <Routes>
      <Route path=":code" element={<SendPage account={account} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
