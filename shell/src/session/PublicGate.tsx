import { useLocation } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { Banner, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Frame } from '../layout/LazyFrame'
import { PlainFrame } from '../layout/PlainFrame'
import { LoginScreen } from './LoginScreen'
import css from './PublicGate.module.css'
import { accountIsReady, isRegistered, readPlace } from './modes'

/** Around pages that anyone may open: the dashboard for who is signed in, a plain frame for others; the login screen in their place when they ask for it. */
export function PublicGate({ children }: { children: ReactNode }) {
  const { type } = useAtomValue(profileAtom)
  const { state } = useLocation()
  switch (type) {
    case 'anonymous':
      return readPlace(state)?.reason === undefined ? <PlainFrame>{children}</PlainFrame> : <LoginScreen />
    case 'loading':
      return <Spinner label="Loading your profile" />
    case 'signed-in':
      return (
        <Frame>
          {isRegistered(state) && (
            <div className={css.notice}>
              <Banner tone="success">{accountIsReady}</Banner>
            </div>
          )}
          {children}
        </Frame>
      )
  }
}
