import { accentOf, closeSegments, inkOn, Segments, tint, useStage } from '@multiball/shared/display'
import type { Palette } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import css from './FirstRow.module.css'
import { Maker } from './Maker'
import { marksOf, type Place } from './scoreRows'

interface RowProps {
  /** see RowMotion */
  id: string
  place: Place
  digits: number
}

/** Player 3's accent is gold. */
const goldPlayer = 3

function goldStyle(palette: Palette): CSSProperties {
  const gold = accentOf(palette, goldPlayer)
  return {
    '--gold': gold,
    '--on-gold': inkOn(gold),
    '--gold-glow': tint(gold, palette.tone === 'dark' ? 0.5 : 0),
    '--gold-line': tint(gold, 0.5),
    '--gold-panel': `linear-gradient(100deg, ${tint(gold, 0.3)}, ${tint(gold, 0.12)} 45%, ${tint(gold, 0.05)}), #000`,
    '--w-unlit': tint(gold, 0.11),
    '--w-glow': tint(gold, 0.5),
  } as CSSProperties
}

/** The best score, lit; unlit segments and an invitation while there is none. */
export function FirstRow({ id, place, digits }: RowProps) {
  const { palette } = useStage()
  const isTaken = place.type === 'taken'
  return (
    <li
      className={isTaken ? `${css.row} ${css.lit}` : css.row}
      style={goldStyle(palette)}
      data-row={id}
      {...(isTaken && marksOf(place.row))}
    >
      <span className={css.position}>{isTaken ? place.row.position : place.position}</span>
      {isTaken ? <Maker className={css.maker} row={place.row} isAbove /> : <p className={css.name}>No scores yet</p>}
      {isTaken ? (
        <Segments className={css.score} value={place.row.score} digits={digits} shapes={closeSegments} glow still />
      ) : (
        <Segments className={css.score} value={0n} digits={digits} blank />
      )}
    </li>
  )
}
