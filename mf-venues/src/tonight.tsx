import { profileAtom } from '@multiball/shared/session'
import { useAtomValue } from 'jotai'
import { TonightPanel } from './tonight/TonightPanel'

/** The owner's panel on Home. */
export default function Tonight() {
  const session = useAtomValue(profileAtom)
  return session.type === 'signed-in' ? <TonightPanel owner={session.profile.id} /> : null
}
