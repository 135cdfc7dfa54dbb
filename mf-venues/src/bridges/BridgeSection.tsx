import { shortTime } from '@multiball/shared/pages'
import { Link } from '@multiball/shared/routing'
import type { Bridge } from '@multiball/shared/schema'
import { Dot, LinkButton, Menu, MenuItem, styles } from '@multiball/shared/ui'
import { useId } from 'react'
import parts from '../parts.module.css'
import css from './BridgesPage.module.css'

/** A bridge speaks every 15 s. */
const hereMs = 45_000

interface BridgeSectionProps {
  bridge: Bridge
  now: Date
  onRemove(): void
}

/** One bridge with the machines that it has found. */
export function BridgeSection({
  bridge: { id, name, venue, last_heard_at, machines },
  now,
  onRemove,
}: BridgeSectionProps) {
  const headingId = useId()
  const heard = last_heard_at === null ? undefined : new Date(last_heard_at)
  return (
    <section id={`bridge-${id}`} aria-labelledby={headingId}>
      <header className={parts.head}>
        <h2 className={parts.name} id={headingId} tabIndex={-1}>
          {name}
        </h2>
        <span className={styles.status}>
          <Dot isOn={heard !== undefined && now.getTime() - heard.getTime() < hereMs} />
          {heard ? `Last heard ${shortTime(heard, now, { isWithin: true })}` : 'Not heard yet'}
        </span>
        <Menu label={`More for ${name}`}>
          <MenuItem icon="delete" tone="danger" onPress={onRemove}>
            Remove
          </MenuItem>
        </Menu>
      </header>
      {machines.length === 0 ? (
        <p className={parts.none}>
          No machines found yet. Vector boards are found within a minute; an older one when a game begins on it: press
          Start.
        </p>
      ) : (
        <ul className={styles.rows} aria-label={`Found by ${name}`}>
          {machines.map((found) => (
            <li key={found.id} className={`${styles.row} ${css.row}`}>
              <div className={styles.rowNames}>
                <span className={css.found} title={found.name}>
                  {found.name}
                </span>
                <span className={styles.rowDetail}>{found.address}</span>
              </div>
              {found.venuemachine ? (
                <span className={css.shown}>
                  Sends for{' '}
                  <Link to={`/venues/${venue}/machines/${found.venuemachine.id}`}>{found.venuemachine.name}</Link>
                </span>
              ) : (
                <LinkButton
                  to={`/venues/${venue}/machines/add?found=${found.id}`}
                  variant="primary"
                  aria-label={`Choose the machine of ${found.name}`}
                >
                  Choose machine
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
