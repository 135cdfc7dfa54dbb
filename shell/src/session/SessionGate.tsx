import { useLocation, useNavigate } from '@multiball/shared/routing'
import { profileAtom, readToken } from '@multiball/shared/session'
import { hasDraft, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, type ReactNode } from 'react'
import { LoginScreen } from './LoginScreen'
import type { Place } from './modes'

/** Lets those through who are signed in; shows the login screen to everybody else, on whatever path they are. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { type } = useAtomValue(profileAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const before = useRef(type)
  const isSignedOut = useRef(false)

  useEffect(() => {
    // Another tab signed out, which the session learns by this very event: told first, while somebody is still signed in here.
    const look = () => void (isSignedOut.current = readToken() === undefined)
    window.addEventListener('focus', look, true)
    return () => window.removeEventListener('focus', look, true)
  }, [])

  useEffect(() => {
    // A session that ended, by a 401 or a failed profile, starts over at the root; the next login leads back.
    if (before.current !== 'anonymous' && type === 'anonymous') {
      const kept = hasDraft(pathname) || hasDraft(pathname + search)
      const isNews = !isSignedOut.current && (kept || before.current === 'signed-in')
      const words = [isNews && 'Your login has ended.', kept && 'What you typed is kept.'].filter(Boolean).join(' ')
      const ended: Place = { mode: 'login', ended: words || undefined, from: { pathname, search } }
      // Who signed out in another tab starts at Home, unless something here waits for them.
      void navigate('/', { replace: true, state: isSignedOut.current && !kept ? null : ended })
    }
    before.current = type
    isSignedOut.current = false
  }, [type, navigate, pathname, search])

  switch (type) {
    case 'anonymous':
      return <LoginScreen />
    case 'loading':
      return <Spinner label="Loading your profile" />
    case 'signed-in':
      return children
  }
}
