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

/** What whoever stands before the screen can do. */
function adviceFor({ code, isPassing }: DisplayFailure): string {
  if (away.includes(code))
    return 'Whoever runs this Multiball has switched it off. Screens show it again once it is back.'
  if (code === 'DISPLAY_THREW') return 'It met something it cannot show, and comes back with the next score.'
  if (isPassing)
    return 'Parts of it did not arrive. Check this screen’s internet connection: it tries again every 30 seconds.'
  return 'It does not fit this page. Reload the page. If that does not help, show the lines below to whoever runs this Multiball.'
}

/** Stands where a display should be: says what is missing, and tries again by itself. */
export function FailureCard({ failure, onRetry }: FailureCardProps) {
  const { remote, version, code, file } = failure
  const [isTrying, setTrying] = useState(false)

  const retryByItself = useEffectEvent(() => void onRetry(false))
  useEffect(() => {
    const timer = setInterval(() => retryByItself(), retryEveryMs)
    return () => clearInterval(timer)
  }, [])

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
        <p className={css.advice}>{adviceFor(failure)}</p>
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
