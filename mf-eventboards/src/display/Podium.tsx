import { PlayerName } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { StandingRow } from '../event/eventView'
import css from './Podium.module.css'

/** Steps from left to right, by their place in the standings: the winner in the middle. */
const steps = [1, 0, 2]

/** The first three, once it is decided. Those in a tie stand on the step of their place. */
export function Podium({ rows }: { rows: readonly StandingRow[] }) {
  // Those beside the winner are equally large: the longer name decides.
  const chars = Math.max(...rows.slice(1, steps.length).map(({ name }) => name.length))
  return (
    <ol className={css.podium} aria-label="Podium">
      {steps.map((step) => {
        const row = rows[step]
        if (!row) return null
        const { id, name, initials, place, points } = row
        return (
          <li key={id} className={css.step} data-place={Math.min(place, 3)} style={{ order: steps.indexOf(step) }}>
            <div className={css.name} style={{ '--chars': place === 1 ? name.length : chars } as CSSProperties}>
              <PlayerName name={name} initials={initials} />
            </div>
            <div className={css.block}>
              <span className={css.place}>{place}</span>
              {points !== undefined && <span className={css.points}>{points}</span>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
