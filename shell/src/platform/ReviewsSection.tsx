import { reviews } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import { Button, styles } from '@multiball/shared/ui'
import css from './Platform.module.css'
import { PlatformSection } from './PlatformSection'
import { sayMoment } from './sayVersion'

interface ReviewsSectionProps {
  /** counts the links that this page made and withdrew: they are read again when it changes */
  turn: number
  onWithdraw(id: number): void
}

/** Links for reviewers that still open. */
export function ReviewsSection({ turn, onWithdraw }: ReviewsSectionProps) {
  const read = useRead(['platform reviews', turn], reviews.list, { keepsLast: true })
  const links = read.loaded.type === 'ready' ? read.loaded.value.links : undefined
  return (
    <PlatformSection title="Links for reviewers">
      <Unread read={read} what="the links" />
      {links?.length === 0 && (
        <p className={css.detail}>None open. To make one, open the menu of a version that not everyone gets.</p>
      )}
      {links && links.length > 0 && (
        <ul className={`${styles.frame} ${css.list}`} aria-label="Links for reviewers">
          {links.map(({ id, name, version, made_by, expires_at }) => (
            <li key={id} className={`${styles.entry} ${css.operator}`}>
              <span>
                <span className={css.title}>{name}</span> <span className={css.number}>{version}</span>
                <br />
                <span className={css.detail}>
                  by {made_by}, opens until {sayMoment(expires_at)}
                </span>
              </span>
              <Button
                variant="quiet"
                aria-label={`Withdraw the link to ${name} ${version}`}
                onPress={() => onWithdraw(id)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PlatformSection>
  )
}
