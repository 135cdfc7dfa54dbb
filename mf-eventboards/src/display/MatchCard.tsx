import {
  ChromeBall,
  digitCount,
  Numerals,
  PlayerName,
  Rows,
  ShownNumbers,
  Spoken,
  useLettersOf,
  useStage,
} from '@multiball/shared/display'
import { memo, type CSSProperties } from 'react'
import type { MatchCard as Match, MatchLine } from '../event/eventView'
import { ordinal } from '../event/ordinal'
import css from './MatchCard.module.css'
import { cardSizes, type Room } from './sizes'
import { playerInks } from './useInks'
import { useLeader } from './useLeader'

interface MatchCardProps {
  match: Match
  room: Room
  /** columns of the grid that it takes */
  span: number
  /** it was just called, or began, or ended */
  isNews: boolean
}

const fewestDigits = 9

/** A match: machine, players in the order in which they play, running scores and who would win. */
export function MatchCard({ match, room, span, isNews }: MatchCardProps) {
  const { shape } = useStage()
  const { lines, machine } = match
  useLettersOf(machine)
  const digits = Math.max(fewestDigits, ...lines.map(({ score }) => (score === undefined ? 0 : digitCount(score))))
  const { head, row, name, score } = cardSizes(shape, room, lines.length, digits)
  const style = {
    '--head': head,
    '--r': row,
    '--name': name,
    '--score': score,
    '--chars': machine.length,
    '--width': room.width,
    gridColumn: `span ${span}`,
  } as CSSProperties
  return (
    <article
      className={isNews ? `${css.card} ${css.news}` : css.card}
      style={style}
      data-state={match.state}
      aria-label={machine || 'Match'}
    >
      <header className={css.head}>
        <h3 className={css.machine}>{machine}</h3>
        <Status match={match} />
      </header>
      <ShownNumbers>
        <Lines match={match} />
      </ShownNumbers>
    </article>
  )
}

function Status({ match: { state, ball, isGameOver } }: { match: Match }) {
  if (state === 'called') return <span className={css.called}>Called</span>
  if (state === 'finished') return <span className={css.ended}>Final</span>
  if (isGameOver) return <span className={css.over}>Game over</span>
  if (ball === undefined) return <span className={css.playing}>Playing</span>
  return (
    <span className={css.ball}>
      <Spoken>{`Ball ${ball}`}</Spoken>
      <ChromeBall className={css.chrome} />
      <span aria-hidden="true">{ball}</span>
    </span>
  )
}

function Lines({ match }: { match: Match }) {
  const leader = useLeader(match)
  return (
    <Rows>
      {match.lines.map((line, at) => (
        <Line key={line.position} {...line} isFirst={at === leader} isOver={match.state === 'finished'} />
      ))}
    </Rows>
  )
}

interface LineProps extends MatchLine {
  /** the match has its result */
  isOver: boolean
}

/** Given only values, so that the ball of one player draws no other again. */
const Line = memo(function Line({ position, name, initials, score, isUp, isFirst, isOver, place, points }: LineProps) {
  const { palette } = useStage()
  const shownPlace = isFirst ? 1 : place
  return (
    <li
      className={[css.line, isUp && css.up, isFirst && css.first].filter(Boolean).join(' ')}
      style={playerInks(palette, position, isUp)}
      aria-current={isUp ? 'true' : undefined}
    >
      <span className={css.lead}>
        {shownPlace === undefined ? (
          <i className={css.dot} />
        ) : (
          <span className={isFirst ? css.leads : css.place}>{ordinal(shownPlace)}</span>
        )}
      </span>
      <div className={css.name}>
        <PlayerName name={name} initials={initials} />
        {isUp && <Spoken>up</Spoken>}
      </div>
      {isOver && points !== undefined && <span className={css.points}>{`+${points}`}</span>}
      {score !== undefined && (
        <Numerals className={css.score} value={score} digits={digitCount(score)} name={position} />
      )}
    </li>
  )
})
