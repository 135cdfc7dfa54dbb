import { PlayerName } from '@multiball/shared/display'
import type { Tap } from '../taps'
import { Gauge } from './Gauge'
import css from './TapRow.module.css'

interface TapRowProps {
  number: number
  tap: Tap
  currency: string
}

/** One beer. What changes fades in: each value is new to React when it is another. */
export function TapRow({ number, tap: { name, brewery, style, strength, price, left }, currency }: TapRowProps) {
  const details = [brewery, style, strength !== undefined && `${strength} %`].filter(Boolean).join(' · ')
  return (
    <li className={left === 0 ? `${css.row} ${css.gone}` : css.row}>
      <span className={css.number}>{number}</span>
      <div className={css.names}>
        <p className={css.name}>
          <PlayerName name={name} />
        </p>
        <p className={css.details} key={details}>
          {details}
        </p>
      </div>
      {left !== undefined && <Gauge left={left} />}
      <span className={css.price} key={price}>
        {left === 0 ? 'Gone' : price !== undefined && `${currency}${price.toFixed(2)}`}
      </span>
    </li>
  )
}
