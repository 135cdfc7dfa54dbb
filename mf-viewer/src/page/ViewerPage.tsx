import { isOverlayType } from '@multiball/shared/schema'
import { lazy, Suspense, useRef } from 'react'
import { BoardPage } from './BoardPage'
import { FullText } from './FullText'
import { OverlayPage } from './OverlayPage'
import { useFullScreen } from './useFullScreen'
import { useStillCursor } from './useStillCursor'
import css from './ViewerPage.module.css'
import { parseViewerPath, type ViewerPlace } from './viewerPath'
import { useWakeLock } from './useWakeLock'

// Of no use to those who came for a board.
const TvPage = lazy(() => import('../tv/TvPage'))

/** The full-screen viewer: of the page on a TV and of the dashboard's route alike. */
export function ViewerPage({ pathname, search }: { pathname: string; search: string }) {
  const place = parseViewerPath(pathname, search)
  return place.type === 'board' && isOverlayType(place.address.type) ? <OverlayPage address={place.address} search={search} /> : <WallPage place={place} />
}

function WallPage({ place }: { place: ViewerPlace }) {
  const frame = useRef<HTMLElement>(null)
  useFullScreen(frame)
  useStillCursor(frame)
  useWakeLock()
  return (
    <main ref={frame} className={css.frame}>
      {place.type === 'board' && <BoardPage address={place.address} />}
      {place.type === 'tv' && (
        <Suspense fallback={<FullText text="Waiting for data..." />}>
          <TvPage />
        </Suspense>
      )}
      {place.type === 'not-found' && <FullText text="OH NO! 404 - The requested page does not exist." />}
    </main>
  )
}
