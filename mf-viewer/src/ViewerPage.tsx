import { DisplayBoundary } from '@multiball/shared/boards'
import { useChunk } from '@multiball/shared/display'
import { isOverlayType, type TvScreen } from '@multiball/shared/schema'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { DebugPanel } from './kiosk/DebugPanel'
import { Dimmer } from './kiosk/Dimmer'
import { readTvKiosk } from './kiosk/kioskSettings'
import { useFreshPage } from './kiosk/useFreshPage'
import { BoardPage } from './page/BoardPage'
import { FullText } from './page/FullText'
import { OverlayPage } from './page/OverlayPage'
import { orStartAgain } from './page/recover'
import { useFullScreen, useStillCursor, useTouched, useWakeLock } from './page/screen'
import css from './page/page.module.css'
import { parseViewerPath, type ViewerPlace } from './page/viewerPath'

// Of no use to those who came for a board.
const TvPage = lazy(() => orStartAgain(import('./tv/TvPage')))
// A board goes on without it.
const boardBar = () => import(/* webpackChunkName: "bar" */ './page/BoardBar')

/** The full-screen viewer: of the page on a TV and of the dashboard's route alike. */
export function ViewerPage({ pathname, search }: { pathname: string; search: string }) {
  const place = parseViewerPath(pathname, search)
  return (
    <PageBoundary>
      {place.type === 'board' && isOverlayType(place.address.type) ? (
        <OverlayPage address={place.address} search={search} />
      ) : (
        <WallPage place={place} search={search} />
      )}
    </PageBoundary>
  )
}

function WallPage({ place, search }: { place: ViewerPlace; search: string }) {
  const frame = useRef<HTMLElement>(null)
  const [screen, setScreen] = useState<TvScreen>()
  const { dimming, safePercent, isDebugged } = useMemo(() => readTvKiosk(search, screen), [search, screen])
  const toggleFullScreen = useFullScreen(frame)
  const isTouched = useTouched()
  const BoardBar = useChunk(place.type === 'board' && isTouched ? boardBar : undefined)?.default
  useStillCursor(frame)
  useWakeLock()
  // A slideshow goes at the end of a turn, a TV only where it would be the same afterwards.
  useFreshPage({ isKept: place.type === 'board' && place.address.type !== 'slideshow' })
  return (
    <main
      ref={frame}
      className={css.frame}
      style={safePercent === undefined ? undefined : ({ '--mb-safe-area': safePercent } as CSSProperties)}
    >
      {place.type === 'board' && <BoardPage address={place.address} />}
      {place.type === 'board' && BoardBar && <BoardBar address={place.address} onFullScreen={toggleFullScreen} />}
      {place.type === 'tv' && (
        <Suspense fallback={<FullText text="Waiting for data..." />}>
          <TvPage search={search} onScreen={setScreen} />
        </Suspense>
      )}
      {dimming && <Dimmer dimming={dimming} />}
      {isDebugged && <DebugPanel />}
      {place.type === 'not-found' && <FullText text="OH NO! 404 - The requested page does not exist." />}
    </main>
  )
}

const retryEveryMs = 30_000

function Waiting({ onRetry }: { onRetry(): void }) {
  const retry = useEffectEvent(() => onRetry())
  useEffect(() => {
    const timer = setInterval(() => retry(), retryEveryMs)
    return () => clearInterval(timer)
  }, [])
  return <FullText text="Waiting for data..." />
}

/** Above all of a viewer: whatever throws outside of a display, as while one is taken away, leaves no empty screen behind. */
const PageBoundary = ({ children }: { children: ReactNode }) => (
  <DisplayBoundary fallback={(retry) => <Waiting onRetry={retry} />}>{children}</DisplayBoundary>
)
