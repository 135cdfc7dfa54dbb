import { useNavigate } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, type ReactNode } from 'react'
import { LoginScreen } from './LoginScreen'

/** Lets those through who are signed in; shows the login screen to everybody else, on whatever path they are. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { type } = useAtomValue(profileAtom)
  const navigate = useNavigate()
  const before = useRef(type)

  useEffect(() => {
    // A session that ended, by a 401 or a failed profile, starts over at the root.
    if (before.current !== 'anonymous' && type === 'anonymous') void navigate('/', { replace: true })
    before.current = type
  }, [type, navigate])

  switch (type) {
    case 'anonymous':
      return <LoginScreen />
    case 'loading':
      return <Spinner label="Loading your profile" />
    case 'signed-in':
      return children
  }
}
