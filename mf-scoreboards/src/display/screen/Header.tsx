import { ChromeBall, digitCount, Segments } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import css from './Header.module.css'

interface HeaderProps {
  machine: string
  title: string
  venue: string
  /** 1 and up; anything else shows no ball */
  ball: number | null
}

/** Which machine, where, and the ball in play. */
export function Header({ machine, title, venue, ball }: HeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.names}>
        <h2 className={css.machine} style={{ '--chars': machine.length } as CSSProperties}>
          {machine}
        </h2>
        <p className={css.place}>
          {title && <span className={css.title}>{title}</span>}
          {title && venue && <span className={css.dot} aria-hidden="true" />}
          {venue && <span className={css.venue}>{venue}</span>}
        </p>
      </div>
      {ball !== null && ball > 0 && <Ball ball={ball} />}
    </header>
  )
}

function Ball({ ball }: { ball: number }) {
  const value = BigInt(ball)
  return (
    <div className={css.ball}>
      <ChromeBall className={css.chrome} />
      <span className={css.word}>Ball</span>
      <Segments className={css.count} value={value} digits={digitCount(value)} still />
    </div>
  )
}
