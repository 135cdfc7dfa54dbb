import { profileAtom } from '@multiball/shared/session'
import { useAtomValue } from 'jotai'
import { HelpSection } from './help/HelpSection'

/** The owner's section of the help page. */
export default function Help() {
  const session = useAtomValue(profileAtom)
  return session.type === 'signed-in' ? <HelpSection owner={session.profile.id} /> : null
}
