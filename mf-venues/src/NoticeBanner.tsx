import type { Notice } from '@multiball/shared/pages'
import { Banner } from '@multiball/shared/ui'
import css from './NoticeBanner.module.css'

interface NoticeBannerProps {
  notice: Notice | undefined
  onDismiss(): void
}

/** What just happened, above the page's content. */
export const NoticeBanner = ({ notice, onDismiss }: NoticeBannerProps) =>
  notice && (
    <div className={css.notice}>
      <Banner tone={notice.tone} onDismiss={onDismiss}>
        {notice.text}
      </Banner>
    </div>
  )
