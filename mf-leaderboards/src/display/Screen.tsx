import { numeralsWidth, RowMotion, segmentsWidth, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { LayoutProps } from './boardView'
import { FirstRow } from './FirstRow'
import { Header } from './Header'
import { OtherRow } from './OtherRow'
import { moveFrom, rowsSeen } from './rowMoves'
import { useRows } from './scoreRows'
import css from './Screen.module.css'
import { useInks } from './useInks'

/** Most rows that are still read from afar. */
const fitting = { wide: 15, tall: 12 }
/** The first row's height in rows. */
const firstShare = 2.1
const usual = 10

/** A leaderboard that has a screen of its own. */
export function Screen({ view, scores, rowsAsked }: LayoutProps) {
  const { shape } = useStage()
  const count = Math.min(rowsAsked, fitting[shape])
  const { places, isEmpty, bestDigits, digits, moment } = useRows(scores, count, view)
  const inks = useInks()
  // What the type is drawn at for ten rows, more where there are fewer.
  const scale = Math.min(1.3, (usual - 1 + firstShare) / (count - 1 + firstShare))
  const style = {
    '--scale': scale,
    '--first-share': firstShare,
    '--best-ems': segmentsWidth(bestDigits),
    '--ems': numeralsWidth(digits),
  } as CSSProperties
  return (
    <div className={css.screen} style={inks}>
      <Header {...view} />
      <RowMotion
        as="ol"
        moment={moment}
        look={rowsSeen}
        move={moveFrom}
        style={style}
        data-empty={isEmpty || undefined}
      >
        {places.map((place, at) => {
          const key = place.type === 'taken' ? place.row.key : `open ${place.position}`
          return at === 0 ? (
            <FirstRow key={key} id={key} place={place} digits={bestDigits} />
          ) : (
            <OtherRow key={key} id={key} place={place} />
          )
        })}
      </RowMotion>
    </div>
  )
}
