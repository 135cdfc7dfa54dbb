import { BoardHeader, ChromeBall, digitCount, HeaderLine, useMachineLook } from '@multiball/shared/display'
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
  const place = (
    <HeaderLine>
      <span className={css.place}>
        {title && <span className={css.title}>{title}</span>} {venue && <span className={css.venue}>{venue}</span>}
      </span>
    </HeaderLine>
  )
  return (
    <BoardHeader name={machine} least={62} room={3050} below={place}>
      {ball !== null && ball > 0 && <Ball ball={ball} />}
    </BoardHeader>
  )
}

function Ball({ ball }: { ball: number }) {
  const { Figures } = useMachineLook()
  const value = BigInt(ball)
  return (
    <div className={css.ball}>
      <ChromeBall className={css.chrome} />
      <span className={css.word}>Ball</span>
      <Figures className={css.count} value={value} digits={digitCount(value)} still />
    </div>
  )
}
