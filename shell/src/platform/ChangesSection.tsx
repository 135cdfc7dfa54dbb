import { platform } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import { Button, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { PlatformSection } from './PlatformSection'
import css from './Platform.module.css'
import { sayMoment } from './sayVersion'

const fewest = 8
const most = 100

interface ChangesSectionProps {
  /** the newest revision that is known */
  rev: number
  /** counts the links for reviewers that this page made and withdrew */
  turn: number
}

/** Who changed what runs, or let a reviewer see what does not, in this page or on the command line. Read again when what is given changes. */
export function ChangesSection({ rev, turn }: ChangesSectionProps) {
  const [limit, setLimit] = useState(fewest)
  const read = useRead(['platform changes', rev, turn, limit], (signal) => platform.changes(limit, signal), {
    keepsLast: true,
  })
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  return (
    <PlatformSection title="Changes">
      <Unread read={read} what="changes" />
      {list?.count === 0 && <p className={css.detail}>Nothing has changed in what is kept.</p>}
      {list && list.count > 0 && (
        <ul className={`${styles.frame} ${css.list}`} aria-label="Changes">
          {list.results.map(({ changed_at, changed_by, name, changes }) => (
            <li key={`${changed_at} ${name} ${changes.join()}`} className={css.failure}>
              <p className={css.title}>
                {name}: {changes.join('; ')}
              </p>
              <p className={css.detail}>
                {sayMoment(changed_at)}, {changed_by === null ? 'by whom was not noted' : `by ${changed_by}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {list && limit < most && list.count > limit && <Button onPress={() => setLimit(most)}>Show more</Button>}
    </PlatformSection>
  )
}
