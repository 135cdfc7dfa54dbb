import type { NewReviewLink } from '@multiball/shared/schema'
import { CopyButton, Dialog } from '@multiball/shared/ui'
import css from './Platform.module.css'
import { sayMoment } from './sayVersion'

/** The one time that a link for a reviewer is shown. @param link undefined while there is none to show */
export function ReviewLinkDialog({ link, onClose }: { link: NewReviewLink | undefined; onClose(): void }) {
  return (
    <Dialog
      title="Link for a reviewer"
      isOpen={link !== undefined}
      onClose={onClose}
      actions={link && <CopyButton text={link.url} what="link" variant="primary" />}
    >
      {link && (
        <>
          <p>
            Anyone who opens it gets {link.name} {link.version} in their own browser until {sayMoment(link.expires_at)}.
            Everyone else keeps what runs now. The link is shown only once.
          </p>
          <p className={css.link}>{link.url}</p>
        </>
      )}
    </Dialog>
  )
}
