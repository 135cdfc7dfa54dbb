import type { CSSProperties } from 'react'
import type { TonightItem } from '../week'
import css from './Rows.module.css'

interface TonightProps {
  items: readonly TonightItem[]
  /** items that there is room for */
  most: number
}

const marks: Partial<Record<TonightItem['phase'], string>> = { now: 'On now', next: 'Next' }

/** Tonight's programme. Where it does not fit, what is over goes first. */
export function Tonight({ items, most }: TonightProps) {
  const first = items.findIndex(({ phase }) => phase === 'now' || phase === 'next')
  const from = Math.max(0, Math.min(first < 0 ? items.length : first, items.length - most))
  const shown = items.slice(from, from + most)
  return (
    <section className={css.tonight} style={{ '--count': shown.length } as CSSProperties}>
      <h3 className={css.heading}>Tonight</h3>
      <ol className={css.rows}>
        {shown.map(({ time, text, phase }, index) => (
          <li key={`${time} ${index}`} className={css.row} data-phase={phase}>
            <span className={css.time}>{time}</span>
            <span className={css.text}>{text}</span>
            {marks[phase] && <span className={css.mark}>{marks[phase]}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
