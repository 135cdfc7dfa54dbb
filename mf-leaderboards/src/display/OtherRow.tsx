import { digitCount, Numerals } from '@multiball/shared/display'
import { Maker } from './Maker'
import css from './OtherRow.module.css'
import { marksOf, type Place } from './scoreRows'

interface RowProps {
  /** see RowMotion */
  id: string
  place: Place
}

/** A score below the best: position, name, dots that lead to the number. A place still to be had has only dots. */
export function OtherRow({ id, place }: RowProps) {
  if (place.type === 'open') {
    return (
      <li className={`${css.row} ${css.open}`} data-row={id} aria-hidden="true">
        <span className={css.position}>{place.position}</span>
        <span className={css.dots} />
      </li>
    )
  }
  const { position, score } = place.row
  return (
    <li className={css.row} data-row={id} {...marksOf(place.row)}>
      <span className={css.position}>
        <span>{position}</span>
      </span>
      <Maker className={css.maker} row={place.row} />
      <span className={css.dots} aria-hidden="true" />
      <Numerals className={css.score} value={score} digits={digitCount(score)} />
    </li>
  )
}
