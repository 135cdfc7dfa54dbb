import { useEffect, useEffectEvent } from 'react'
import css from './OverlayPage.module.css'

const retryEveryMs = 30_000

/** All that is seen of a board that cannot be shown over footage: a small mark for the streamer. Tries again by itself. */
export function OverlayTrouble({ onRetry }: { onRetry?: () => void }) {
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
