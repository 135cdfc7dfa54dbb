import { profileAtom } from '@multiball/shared/session'
import { Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'

/** Renders the owner's pages with the id of who is signed in, once that is known. */
export function OwnerGate({ children }: { children(owner: number): ReactNode }) {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  return children(session.profile.id)
}
