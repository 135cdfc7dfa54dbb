import type { BoardTrouble } from '@multiball/shared/schema'
import { useEffect, useEffectEvent } from 'react'
import css from './FrameCard.module.css'

interface FrameCardProps {
  trouble: BoardTrouble
  /** tries again what may have passed */
  onRetry?(): void
  /** ms between two tries */
  retryEveryMs?: number
}

/** Stands in a partner's page where a board should be: a quiet sentence on whatever is behind it, without an error's colours. */
export function FrameCard({ trouble: { message }, onRetry, retryEveryMs = 30_000 }: FrameCardProps) {
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const timer = setInterval(() => retry(), retryEveryMs)
    return () => clearInterval(timer)
  }, [retryEveryMs])
  return (
    <div className={css.place}>
      <div className={css.card} role="status">
        <svg className={css.balls} viewBox="0 0 36 24" aria-hidden="true" focusable="false">
          <circle cx="8.5" cy="14" r="8" />
          <circle cx="24" cy="7" r="5.6" />
          <circle cx="31.5" cy="17.5" r="3.4" />
        </svg>
        <p className={css.sentence}>{message}</p>
      </div>
    </div>
  )
}
