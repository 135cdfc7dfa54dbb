import { reportThrown } from '@multiball/shared/remotes'
import { useLocation, useNavigate } from '@multiball/shared/routing'
import { askForLogin } from '@multiball/shared/session'
import { Button, Logo } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { Boundary } from '../failure/Boundary'
import css from './PlainFrame.module.css'
import { RenderFailure } from '../failure/RenderFailure'

/** What stands around a public page for people who are not signed in: no owner's navigation, and a way to log in. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <header className={css.bar}>
        <Logo />
        <Button variant="quiet" onPress={() => void navigate({ pathname, search }, { state: askForLogin('login') })}>
          Log in
        </Button>
      </header>
      <main className={css.main}>
        <Boundary fallback={<RenderFailure />} resetKey={pathname} forgivesLeaving onThrow={reportThrown}>
          {children}
        </Boundary>
      </main>
    </>
  )
}
