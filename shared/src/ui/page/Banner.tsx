import type { ReactNode } from 'react'
import { Icon } from '../marks/Icon'
import css from './Banner.module.css'

export interface BannerProps {
  tone: 'success' | 'error'
  children: ReactNode
  /** without it the banner stays */
  onDismiss?(): void
}

/** One sentence on what just happened, read out when it appears. */
export function Banner({ tone, children, onDismiss }: BannerProps) {
  return (
    <div className={`${css.banner} ${css[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
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
