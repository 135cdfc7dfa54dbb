import type { CSSProperties } from 'react'
import { hoursText, type OpenDay } from '../week'
import css from './Rows.module.css'

interface WeekProps {
  /** from today on */
  days: readonly OpenDay[]
  has24Hours: boolean
}

/** When it is open, from today on. */
export const Week = ({ days, has24Hours }: WeekProps) => (
  <section className={css.week} style={{ '--count': days.length } as CSSProperties}>
    <h3 className={css.heading}>Opening hours</h3>
    <ol className={css.rows}>
      {days.map(({ name, hours, note }, index) => (
        <li key={name} className={css.row} data-phase={hours === '' ? 'over' : index === 0 ? 'now' : 'later'}>
          <span className={css.text}>
            {index === 0 ? 'Today' : name}
            {note && <small className={css.note}>{note}</small>}
          </span>
          <span className={css.hours}>{hoursText(hours, has24Hours)}</span>
        </li>
      ))}
    </ol>
  </section>
)
