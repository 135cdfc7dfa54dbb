import { PlayerName, Spoken, useBeat, useStage } from '@multiball/shared/display'
import { accentStyle } from '../accentStyle'
import type { PlayerLine } from '../playerLines'
import { LaneArrows } from './LaneArrows'
import css from './PlayerRow.module.css'
import { Score } from './Score'

const lightingUp: Keyframe[] = [{ filter: 'brightness(3)' }, { filter: 'none' }]

/** Number, name, place and score of a player. A place that is taken has its beat, the first one with all of its row. */
export function PlayerRow({ line, digits }: { line: PlayerLine; digits: number }) {
  const { palette } = useStage()
  const { position, name, initials, score, isUp, isLit, isFirst, place } = line
  const taken = useBeat<HTMLSpanElement>(place)
  const panel = useBeat<HTMLDivElement>(isFirst && place !== '', lightingUp)
  return (
    <li
      className={[css.row, isUp && css.up, isLit && css.lit].filter(Boolean).join(' ')}
      style={accentStyle(palette, position, isLit ? 'lit' : 'row')}
      aria-current={isUp ? 'true' : undefined}
    >
      <div ref={panel} className={css.panel} data-moves="panel" />
      <span className={css.number} data-moves="left">
        {position}
      </span>
      <div className={css.name} data-moves="left">
        <PlayerName name={name} initials={initials} />
        {isUp && <Spoken>up</Spoken>}
      </div>
      {place && (
        <span ref={taken} className={isFirst ? `${css.place} ${css.first}` : css.place} data-moves="fade">
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
