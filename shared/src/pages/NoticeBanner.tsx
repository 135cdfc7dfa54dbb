import { Banner, Button } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import type { Notice } from './notice'
import css from './NoticeBanner.module.css'

interface NoticeBannerProps {
  notice: Notice | undefined
  onDismiss(): void
  /** what comes next, beside what the notice itself offers */
  next?: ReactNode
}

/** What just happened, above the page's content. */
export const NoticeBanner = ({ notice, onDismiss, next }: NoticeBannerProps) =>
  notice && (
    <div className={css.notice}>
      <Banner tone={notice.tone} onDismiss={onDismiss}>
        <span className={css.line}>
          <span>{notice.text}</span>
          {notice.action && (
            <Button variant="quiet" onPress={notice.action.onPress}>
              {notice.action.label}
            </Button>
          )}
          {next}
        </span>
      </Banner>
    </div>
  )
