import { digitCount, Numerals, numeralsWidth, PlayerName, Spoken, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import css from './Cell.module.css'
import type { LayoutProps } from './layoutProps'
import type { Place } from './places'
import { RowMotion } from './RowMotion'
import { useInks } from './useInks'
import { useRows } from './useRows'

/** Rows of a cell, and of one at least this high for its width. */
const rows = { usual: 5, high: 10 }
const highFrom = 0.8

/** A leaderboard in the cell of a grid. */
export function Cell({ view, scores, rowsAsked }: LayoutProps) {
  const { size, palette } = useStage()
  const isHigh = size.width > 0 && size.height / size.width >= highFrom
  const count = Math.min(rowsAsked, isHigh ? rows.high : rows.usual)
  const { places, digits, moment } = useRows(scores, count)
  const style = { ...useInks(), '--gold': palette.gold, '--count': Math.max(count, rows.usual), '--ems': numeralsWidth(digits) } as CSSProperties
  const { machines, players, scope } = view
  return (
    <div className={css.cell} style={style}>
      <h2 className={css.name}>{view.name}</h2>
      <p className={css.scope}>
        {scope} · <Spoken>{`${machines.figure} ${machines.words} · `}</Spoken>
        {players.figure === 'All' ? 'all' : players.figure} {players.words}
      </p>
      <RowMotion className={css.rows} moment={moment}>
        {places.map((place, at) => (
          <Row key={place.type === 'taken' ? place.row.key : `open ${place.position}`} place={place} isFirst={at === 0} />
        ))}
      </RowMotion>
    </div>
  )
}

function Row({ place, isFirst }: { place: Place; isFirst: boolean }) {
  if (place.type === 'open') {
    return (
      <li className={`${css.row} ${css.open}`} data-row={`open ${place.position}`} aria-hidden={isFirst ? undefined : true}>
        <span className={css.position}>{place.position}</span>
        {isFirst ? <span className={css.empty}>No scores yet</span> : <span className={css.dots} />}
      </li>
    )
  }
  const { key, position, name, score } = place.row
  return (
    <li className={isFirst ? `${css.row} ${css.first}` : css.row} data-row={key}>
      <span className={css.position}>{position}</span>
      <div className={css.player} data-name="">
        <PlayerName name={name} />
      </div>
      <Numerals className={css.score} value={score} digits={digitCount(score)} />
    </li>
  )
}
