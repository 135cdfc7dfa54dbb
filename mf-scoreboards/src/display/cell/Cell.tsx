import { bannerColor, digitCount, DotStrip, Numerals, numeralsWidth, PlayerName, Segments, segmentsWidth, ShownNumbers, Spoken, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import { accentStyle } from '../accentStyle'
import type { LayoutProps } from '../boardView'
import type { PlayerLine } from '../playerLines'
import { useGame, type GameProps } from '../useGame'
import css from './Cell.module.css'
import { CellHeader } from './CellHeader'
import { cellRows } from './cellRows'

/** A scoreboard in the cell of a grid. */
export function Cell({ view, ...settings }: LayoutProps) {
  const { game, machine } = view
  return (
    <div className={css.cell}>
      <CellHeader {...view} />
      {game && game.scores.length > 0 ? (
        <Play key={game.id} game={game} machine={machine} {...settings} />
      ) : (
        <>
          <DotStrip className={css.strip} text="Waiting for data..." color="#ff8a1f" />
          <div className={css.solo} style={{ '--ems': segmentsWidth(9) } as CSSProperties}>
            <Segments className={css.soloScore} value={0n} digits={9} blank />
          </div>
        </>
      )}
    </div>
  )
}

function Play(props: GameProps) {
  const { banner, lines, digits, isOver } = useGame(props)
  const [solo] = lines
  return (
    <ShownNumbers>
      <DotStrip className={css.strip} text={banner.text} color={bannerColor(banner)} />
      {lines.length === 1 && solo ? (
        <Solo line={solo} digits={digits} isOver={isOver} />
      ) : (
        <Rows lines={lines} digits={digits} isRanked={props.enablePlayerRank} />
      )}
    </ShownNumbers>
  )
}

interface RowsProps {
  lines: readonly PlayerLine[]
  digits: number
  isRanked: boolean
}

function Rows({ lines, digits, isRanked }: RowsProps) {
  const { size } = useStage()
  const { name, score, scoreShare, place } = cellRows(size, lines.length, digits, isRanked)
  const style = { '--name': name, '--score': score, '--share': scoreShare, '--ems': numeralsWidth(digits) } as CSSProperties
  return (
    <ol className={css.rows} data-players={lines.length} data-place={place} style={style}>
      {lines.map((line) => (
        <Row key={line.position} line={line} hasShortPlace={place === 'short'} />
      ))}
    </ol>
  )
}

function Solo({ line, digits, isOver }: { line: PlayerLine; digits: number; isOver: boolean }) {
  const { palette } = useStage()
  const style = { ...accentStyle(palette, line.position, 'page'), '--ems': segmentsWidth(digits) } as CSSProperties
  return (
    <section className={isOver ? css.solo : `${css.solo} ${css.playing}`} style={style}>
      <PlayerName className={css.soloName} name={line.name} />
      <Segments className={css.soloScore} value={line.score} digits={digits} name={line.position} glow={!isOver} />
    </section>
  )
}

function Row({ line, hasShortPlace }: { line: PlayerLine; hasShortPlace: boolean }) {
  const { palette } = useStage()
  return (
    <li className={line.isUp ? `${css.row} ${css.up}` : css.row} style={accentStyle(palette, line.position, line.isUp ? 'lit' : 'page')} aria-current={line.isUp ? 'true' : undefined}>
      <span className={css.number}>{line.position}</span>
      <div className={css.who}>
        <PlayerName className={css.name} name={line.name} />
        {line.isUp && <Spoken>up</Spoken>}
        {line.place && (
          <span className={line.isFirst ? `${css.place} ${css.first}` : css.place}>
            {hasShortPlace ? <ShortPlace place={line.place} /> : line.place}
          </span>
        )}
      </div>
      <Numerals className={css.score} value={line.score} digits={digitCount(line.score)} name={line.position} />
    </li>
  )
}

const ShortPlace = ({ place }: { place: string }) => (
  <>
    <span aria-hidden="true">{place.split(' ')[0]}</span>
    <Spoken>{place}</Spoken>
  </>
)
