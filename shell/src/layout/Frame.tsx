import { reportThrown } from '@multiball/shared/remotes'
import { Link, useLocation } from '@multiball/shared/routing'
import { reachAtom } from '@multiball/shared/session'
import { Logo, prepareControls } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { Jump } from '../jump/Jump'
import { Boundary } from '../failure/Boundary'
import css from './Frame.module.css'
import { NavigationList } from './NavigationList'
import { ReachNotice } from './ReachNotice'
import { RenderFailure } from '../failure/RenderFailure'
import { SkipLink } from './SkipLink'
import { TabBar } from './TabBar'
import { UserMenu } from './UserMenu'

/** The page first; then what opens over it. */
const prepareMs = 3_000

/** What stands around every page of the dashboard: a sidebar, or on phones a bar above and one below. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const reach = useAtomValue(reachAtom).type
  useEffect(() => {
    const timer = setTimeout(() => void prepareControls(), prepareMs)
    return () => clearTimeout(timer)
  }, [])
  /** What this part throws, as when a file of it is lost, takes only itself away. */
  const alone = (part: ReactNode) => (
    <Boundary fallback={<RenderFailure />} resetKey={pathname} onThrow={reportThrown}>
      {part}
    </Boundary>
  )
  return (
    <div className={css.frame}>
      <SkipLink />
      <header className={css.side}>
        <Link to="/" className={css.logo} aria-label="Multiball, Home">
          <Logo />
        </Link>
        {alone(<Jump />)}
        <NavigationList />
        {alone(<UserMenu />)}
      </header>
      <div className={css.page} data-lost={reach === 'lost' || undefined}>
        <ReachNotice />
        <main id="main" className={css.main} tabIndex={-1}>
          <Boundary fallback={<RenderFailure />} resetKey={pathname} forgivesLeaving onThrow={reportThrown}>
            {children}
          </Boundary>
        </main>
      </div>
      {alone(<TabBar />)}
    </div>
  )
}
