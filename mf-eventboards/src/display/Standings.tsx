import { PlayerName, RowMotion, Spoken, useStage } from '@multiball/shared/display'
import { memo, type CSSProperties } from 'react'
import type { StandingRow } from '../event/eventView'
import { ordinal } from '../event/ordinal'
import { pageOf } from '../event/turns'
import { moveFrom, rowsSeen } from './rowMoves'
import { rowsShape, type Room } from './sizes'
import css from './Standings.module.css'

interface StandingsProps {
  rows: readonly StandingRow[]
  room: Room
  slot: number
  /** beside each other, where it has the whole width */
  mostColumns: number
  hasProjection: boolean
  /** strikes that end it for a player */
  strikesOut: number | undefined
  /** the player who reads this */
  mine?: string
}

/** Places, what was won or lost since the round began, and where everybody would stand if the games ended now. */
export function Standings({ rows, room, slot, mostColumns, hasProjection, strikesOut, mine }: StandingsProps) {
  const { shape } = useStage()
  const { columns, rows: perColumn, type } = rowsShape(shape, room, rows.length, mostColumns)
  const { page, first } = pageOf(rows, columns * perColumn, slot)
  const last = first + page.length
  const style = { '--columns': columns, '--rows': perColumn, '--t': type } as CSSProperties
  return (
    <section className={css.standings} style={style} aria-label="Standings">
      <header className={css.head}>
        <h3 className={css.title}>Standings</h3>
        {rows.length > page.length && <span className={css.range}>{`${first + 1}–${last} of ${rows.length}`}</span>}
        {hasProjection && columns === 1 && <span className={css.ifEnded}>If it ended now</span>}
      </header>
      <RowMotion
        as="ol"
        className={css.rows}
        moment={page.map(({ id }) => id).join('\n')}
        look={rowsSeen}
        move={moveFrom}
      >
        {page.map((line) => (
          <Row
            key={line.id}
            {...line}
            strikesOut={strikesOut}
            hasProjection={hasProjection}
            isMine={line.id === mine}
          />
        ))}
      </RowMotion>
    </section>
  )
}

interface RowProps extends StandingRow {
  strikesOut: number | undefined
  hasProjection: boolean
  isMine: boolean
}

const Row = memo(function Row({
  id,
  name,
  initials,
  place,
  change,
  points,
  strikes,
  isOut,
  wouldBe,
  wouldBeOut,
  strikesOut,
  hasProjection,
  isMine,
}: RowProps) {
  return (
    <li
      className={[css.row, place === 1 && css.first, isOut && css.out, isMine && css.mine].filter(Boolean).join(' ')}
      data-row={id}
    >
      <span className={css.place}>{place}</span>
      <Change places={change} />
      <div className={css.name} data-name="">
        <PlayerName name={name} initials={initials} />
      </div>
      {strikesOut === undefined || strikesOut > mostPips ? (
        <span className={css.points}>{strikesOut === undefined ? (points ?? strikes) : strikes}</span>
      ) : (
        <Strikes count={strikes ?? 0} of={strikesOut} />
      )}
      {hasProjection && (
        <span
          className={css.would}
          data-way={wayOf(wouldBe === undefined ? 0 : wouldBeOut && !isOut ? -1 : place - wouldBe)}
        >
          {wouldBeOut ? (isOut ? '' : 'Out') : wouldBe !== undefined && ordinal(wouldBe)}
        </span>
      )}
    </li>
  )
})

const mostPips = 6
const wayOf = (places: number) => (places > 0 ? 'up' : places < 0 ? 'down' : undefined)

/** Places won or lost since the round began, as a triangle that points up or down. */
function Change({ places }: { places: number }) {
  if (places === 0) return <span className={css.change} />
  return (
    <span className={css.change} data-way={wayOf(places)}>
      <Spoken>{places > 0 ? 'up' : 'down'}</Spoken>
      <svg className={css.triangle} viewBox="0 0 10 8" aria-hidden="true" focusable="false">
        <path d={places > 0 ? 'M5 0 10 8H0z' : 'M0 0h10L5 8z'} />
      </svg>
      {Math.abs(places)}
    </span>
  )
}

function Strikes({ count, of }: { count: number; of: number }) {
  return (
    <svg
      className={css.strikes}
      viewBox={`0 0 ${of * 10} 10`}
      style={{ '--of': of } as CSSProperties}
      role="img"
      aria-label={`${count} of ${of} strikes`}
    >
      {Array.from({ length: of }, (_, at) => (
        <path
          key={at}
          className={at < count ? css.strike : css.spare}
          d={at < count ? `M${at * 10 + 2} 2l6 6m0-6-6 6` : `M${at * 10 + 3.6} 5h2.8`}
        />
      ))}
    </svg>
  )
}
