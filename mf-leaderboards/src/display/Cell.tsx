import { digitCount, Numerals, numeralsWidth, RowMotion, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { LayoutProps } from './boardView'
import css from './Cell.module.css'
import { CellHeader } from './CellHeader'
import { areBeside, factsLine } from './headerLines'
import { Maker } from './Maker'
import { moveFrom, rowsSeen } from './rowMoves'
import { marksOf, useRows, type Place } from './scoreRows'
import { useInks } from './useInks'

/** Rows of a cell, whatever its shape. */
const mostRows = { usual: 10, highDensity: 5 }

/** A leaderboard in the cell of a grid. */
export function Cell({ view, scores, rowsAsked, isHighDensity }: LayoutProps) {
  const { palette, size } = useStage()
  const count = Math.min(rowsAsked, isHighDensity ? mostRows.highDensity : mostRows.usual)
  const isLong = count > mostRows.highDensity
  const isOneLine = !view.line || areBeside(view.line, factsLine(view), size, isLong)
  const { places, digits, moment } = useRows(scores, count, view)
  const style = {
    ...useInks(),
    '--gold': palette.gold,
    '--count': Math.max(count, mostRows.highDensity),
    '--ems': numeralsWidth(digits),
  } as CSSProperties
  return (
    <div className={css.cell} style={style} data-lines={isOneLine ? 2 : 3} data-long={isLong || undefined}>
      <CellHeader view={view} areBeside={isOneLine} />
      <RowMotion as="ol" moment={moment} look={rowsSeen} move={moveFrom}>
        {places.map((place, at) => (
          <Row
            key={place.type === 'taken' ? place.row.key : `open ${place.position}`}
            place={place}
            isFirst={at === 0}
          />
        ))}
      </RowMotion>
    </div>
  )
}

function Row({ place, isFirst }: { place: Place; isFirst: boolean }) {
  if (place.type === 'open') {
    return (
      <li
        className={`${css.row} ${css.open}`}
        data-row={`open ${place.position}`}
        aria-hidden={isFirst ? undefined : true}
      >
        <span className={css.position}>{place.position}</span>
        {isFirst ? <span className={css.empty}>No scores yet</span> : <span className={css.dots} />}
      </li>
    )
  }
  const { key, position, score } = place.row
  return (
    <li className={isFirst ? `${css.row} ${css.first}` : css.row} data-row={key} {...marksOf(place.row)}>
      <span className={css.position}>
        <span>{position}</span>
      </span>
      <Maker className={css.maker} row={place.row} />
      <Numerals className={css.score} value={score} digits={digitCount(score)} />
    </li>
  )
}
