import { BoardScreen, DisplayBoundary, useDisplay } from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DebugPanel } from '../kiosk/DebugPanel'
import { readKiosk } from '../kiosk/kioskSettings'
import { useFreshPage } from '../kiosk/useFreshPage'
import css from './page.module.css'
import { recover } from './recover'
import { useStillCursor, useTitle, useTouched } from './screen'

interface OverlayPageProps {
  address: BoardAddress
  /** the page's query, with its leading question mark or empty: `?debug=1` says in words what is wrong */
  search: string
}

/**
 * A board over footage, at its own size on a transparent page. Before it is on air for the first time it says in words what
 * it waits for; after that no words, no cards, nothing to press. Somebody who moves a pointer over it in a browser sees on a
 * checkerboard what is transparent, until the pointer rests.
 */
export function OverlayPage({ address, search }: OverlayPageProps) {
  const { type } = address
  const store = useStore()
  const { phase, bootstrap, scores, connection, error } = useBoard(address)
  const display = useDisplay(type)
  const bringBack = () => recover(store, type, false)
  useTitle(bootstrap?.title)
  useFreshPage()
  const frame = useRef<HTMLElement>(null)
  useStillCursor(frame)
  const isLookedAt = useTouched() && !('obsstudio' in window)

  const isShown = phase !== 'failed' && bootstrap && display.type === 'ready'
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  const { isDebugged } = readKiosk(search)
  const trouble =
    error?.message ?? (display.type === 'failed' ? `${display.failure.remote} ${display.failure.code}` : undefined)
  return (
    <main ref={frame} className={css.overlay} data-looked-at={isLookedAt || undefined}>
      {isShown ? (
        <DisplayBoundary
          type={type}
          state={scores}
          fallback={(retry) => <OverlayTrouble onRetry={() => void bringBack().then(retry)} />}
        >
          <Spoken as="h1">{bootstrap.title}</Spoken>
          <BoardScreen display={display.display} bootstrap={bootstrap} scores={scores} connection={connection} />
        </DisplayBoundary>
      ) : (
        trouble !== undefined && (
          <OverlayTrouble onRetry={display.type === 'failed' ? () => void bringBack() : undefined} />
        )
      )}
      {!isDebugged && !wasShown && <OverlayWords trouble={trouble} />}
      {isDebugged && (
        <>
          <p className={css.words}>
            {[connection, trouble ?? (isShown ? undefined : waiting)].filter(Boolean).join(': ')}
          </p>
          <DebugPanel isOverlay />
        </>
      )}
    </main>
  )
}

const waiting = 'Waiting for data...'

/** An answer that comes at once is not announced: a source that is switched on would blink. */
const OverlayWords = ({ trouble }: { trouble: string | undefined }) =>
  trouble === undefined ? (
    <p className={`${css.words} ${css.patient}`} role="status">
      {waiting}
    </p>
  ) : (
    <p className={css.words} role="alert">
      {trouble}
    </p>
  )

const retryEveryMs = 30_000

/** All that is seen of a board that cannot be shown over footage: a small mark for the streamer. Tries again by itself. */
function OverlayTrouble({ onRetry }: { onRetry?: () => void }) {
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const timer = setInterval(() => retry(), retryEveryMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <svg className={css.mark} viewBox="0 0 20 20" role="img" aria-label="This board cannot be shown" focusable="false">
      <path d="M10 2.5 17.5 10 10 17.5 2.5 10Z" />
    </svg>
  )
}
