import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../marks/Icon'
import css from './Banner.module.css'

export interface BannerProps {
  tone: 'success' | 'error'
  children: ReactNode
  /** without it the banner stays */
  onDismiss?(): void
  /** counts the refused attempts that it speaks of: it takes the focus with each, and so comes into view */
  attempt?: number
}

/** One sentence on what just happened, read out when it appears. */
export function Banner({ tone, children, onDismiss, attempt }: BannerProps) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt !== undefined) banner.current?.focus()
  }, [attempt])
  return (
    <div
      ref={banner}
      className={`${css.banner} ${css[tone]}`}
      tabIndex={attempt === undefined ? undefined : -1}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon name={tone === 'error' ? 'alert' : 'success'} />
      <div className={css.words}>{children}</div>
      {onDismiss && (
        <button type="button" className={css.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
