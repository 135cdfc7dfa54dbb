import { reportClientError } from '@multiball/shared/client'
import { notAvailable } from '@multiball/shared/schema'
import { useEffect, useEffectEvent, useState } from 'react'
import css from './FailureCard.module.css'
import type { DisplayFailure } from './useDisplay'

export interface FailureCardProps {
  failure: DisplayFailure
  /** Tries to bring the display back; `byHand` when a person asked. */
  onRetry(byHand: boolean): void | Promise<void>
}

/** Nothing of the remote is broken: its team took it away, or switched it off. */
const away = ['REMOTE_DISABLED', 'REMOTE_UNKNOWN']

const retryEveryMs = 30_000

/** Stands where a display should be: says what is missing, and tries again by itself. */
export function FailureCard({ failure: { remote, version, code, file, cause }, onRetry }: FailureCardProps) {
  const [isTrying, setTrying] = useState(false)

  const retryByItself = useEffectEvent(() => void onRetry(false))
  useEffect(() => {
    const timer = setInterval(() => retryByItself(), retryEveryMs)
    return () => clearInterval(timer)
  }, [])

  // A failure to load was reported by what loads; that one was thrown only this card knows.
  useEffect(() => {
    if (code === 'DISPLAY_THREW' && version !== '-') reportClientError({ remote, version, code, cause })
  }, [remote, version, code, cause])

  const retry = async () => {
    setTrying(true)
    try {
      await onRetry(true)
    } finally {
      setTrying(false)
    }
  }

  return (
    <div className={css.place}>
      <section className={css.card} role="alert">
        <h2 className={css.heading}>{away.includes(code) ? notAvailable : 'This display cannot be shown.'}</h2>
        <p className={css.facts}>
          {remote} {version}
          <br />
          {code} {file}
        </p>
        <button className={css.retry} type="button" disabled={isTrying} onClick={() => void retry()}>
          Retry
        </button>
      </section>
    </div>
  )
}
