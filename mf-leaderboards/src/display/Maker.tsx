import { PlayerName, useLettersOf } from '@multiball/shared/display'
import css from './Maker.module.css'
import type { ScoreRow } from './scoreRows'

interface MakerProps {
  row: ScoreRow
  /** the name stands above the machine, not before it */
  isAbove?: boolean
  className?: string
}

/** Who made a score and, on a board of several machines, on which; where there is no room for both, the machine goes. */
export function Maker({ row: { name, initials, machine, isNew }, isAbove, className }: MakerProps) {
  useLettersOf(machine)
  return (
    <div className={`${css.maker} ${className ?? ''}`} data-above={(isAbove && machine !== '') || undefined}>
      <div className={css.name} data-name="">
        <PlayerName name={name} initials={initials} />
      </div>
      {isNew && (
        <span className={css.new} data-word>
          New
        </span>
      )}
      {machine && <span className={css.machine}>{machine}</span>}
    </div>
  )
}
