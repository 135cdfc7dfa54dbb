import { useRef } from 'react'
import { BoardPage } from './BoardPage'
import { FullText } from './FullText'
import { useFullScreen } from './useFullScreen'
import { useStillCursor } from './useStillCursor'
import css from './ViewerPage.module.css'
import { parseViewerPath } from './viewerPath'
import { useWakeLock } from './useWakeLock'

/** The full-screen viewer: of the page on a TV and of the dashboard's route alike. */
export function ViewerPage({ pathname, search }: { pathname: string; search: string }) {
  const frame = useRef<HTMLElement>(null)
  const place = parseViewerPath(pathname, search)
  useFullScreen(frame)
  useStillCursor(frame)
  useWakeLock()
  return (
    <main ref={frame} className={css.frame}>
      {place.type === 'board' ? <BoardPage address={place.address} /> : <FullText text="OH NO! 404 - The requested page does not exist." />}
    </main>
  )
}
