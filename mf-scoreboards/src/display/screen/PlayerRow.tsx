import { PlayerName, Spoken, useStage } from '@multiball/shared/display'
import { accentStyle } from '../accentStyle'
import type { PlayerLine } from '../playerLines'
import { LaneArrows } from './LaneArrows'
import css from './PlayerRow.module.css'
import { Score } from './Score'

/** Number, name, place and score of a player. */
export function PlayerRow({ line, digits }: { line: PlayerLine; digits: number }) {
  const { palette } = useStage()
  const { position, name, initials, score, isUp, isLit, isFirst, place } = line
  return (
    <li
      className={[css.row, isUp && css.up, isLit && css.lit].filter(Boolean).join(' ')}
      style={accentStyle(palette, position, isLit ? 'lit' : 'row')}
      aria-current={isUp ? 'true' : undefined}
    >
      <div className={css.panel} data-moves="panel" />
      <span className={css.number} data-moves="left">
        {position}
      </span>
      <div className={css.name} data-moves="left">
        <PlayerName name={name} initials={initials} />
        {isUp && <Spoken>up</Spoken>}
      </div>
      {place && (
        <span className={isFirst ? `${css.place} ${css.first}` : css.place} data-moves="fade">
          {place}
        </span>
      )}
      {isUp && <LaneArrows className={css.arrows} />}
      <div className={css.score} data-moves="right">
        <Score value={score} digits={digits} slot={position} glow={isLit} />
      </div>
    </li>
  )
}
