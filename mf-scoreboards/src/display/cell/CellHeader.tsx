import { ChromeBall, Spoken } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { BoardView } from '../boardView'
import css from './CellHeader.module.css'

/** Which machine, where, and the ball in play. */
export function CellHeader({ machine, title, venue, game }: BoardView) {
  const ball = game && !game.settled_on ? (game.current_ball ?? 0) : 0
  const place = [title, venue].filter(Boolean).join(' · ')
  return (
    <header className={css.header}>
      <div className={css.first}>
        <h2 className={css.machine} style={{ '--chars': machine.length } as CSSProperties}>
          {machine}
        </h2>
        {ball > 0 && (
          <span className={css.ball}>
            <ChromeBall />
            <Spoken>Ball </Spoken>
            {ball}
          </span>
        )}
      </div>
      {place && (
        <p className={css.place} style={{ '--chars': place.length } as CSSProperties}>
          {title && <span className={css.title}>{title}</span>}
          {venue && (
            <span className={css.where}>
              {title && <span className={css.dot}> · </span>}
              <span className={css.venue}>{venue}</span>
            </span>
          )}
        </p>
      )}
    </header>
  )
}
