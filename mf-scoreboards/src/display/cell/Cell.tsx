import {
  bannerColor,
  digitCount,
  namesJackpot,
  Numerals,
  numeralsWidth,
  PlayerName,
  Rows,
  ShownNumbers,
  Spoken,
  useBeat,
  useMachineLook,
  useNow,
  useStage,
} from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import { accentStyle } from '../accentStyle'
import type { LayoutProps } from '../boardView'
import type { PlayerLine } from '../playerLines'
import { useGame, type GameProps } from '../useGame'
import css from './Cell.module.css'
import { CellHeader } from './CellHeader'
import { PassedMark } from '../chase/PassedMark'
import { cellRows, digitsSize, leastType, pageOf, rowsAtATime } from './cellRows'

/** A scoreboard in the cell of a grid. */
export function Cell({ view, ...settings }: LayoutProps) {
  const { game, machine, chase } = view
  const { Figures, Strip, fewestDigits = 9, width } = useMachineLook()
  return (
    <div className={css.cell}>
      <CellHeader {...view} />
      {game && game.scores.length > 0 ? (
        <ShownNumbers key={game.id}>
          <Play game={game} machine={machine} chase={chase} {...settings} />
        </ShownNumbers>
      ) : (
        <>
          <Strip className={css.strip} text="Waiting for data..." color="#ff8a1f" />
          <div className={css.solo} style={{ '--ems': width(fewestDigits) } as CSSProperties}>
            <Figures className={css.soloScore} value={0n} digits={fewestDigits} blank />
          </div>
        </>
      )}
    </div>
  )
}

function Play(props: GameProps) {
  const { banner, lines, digits, isOver } = useGame(props)
  const { Strip } = useMachineLook()
  const [solo] = lines
  return (
    <>
      <Strip
        className={namesJackpot(banner.text) ? `${css.strip} ${css.jackpot}` : css.strip}
        text={banner.text}
        color={bannerColor(banner)}
      />
      {lines.length === 1 && solo ? (
        <Solo line={solo} digits={digits} isOver={isOver} />
      ) : (
        <PlayerRows lines={lines} digits={digits} isRanked={props.enablePlayerRank} />
      )}
    </>
  )
}

interface PlayerRowsProps {
  lines: readonly PlayerLine[]
  digits: number
  isRanked: boolean
}

/** How long a page of players stands, where not all can be read at once. */
const pageMs = 8000

function PlayerRows({ lines: all, digits, isRanked }: PlayerRowsProps) {
  const { size, wall } = useStage()
  const { stage, width } = useMachineLook()
  const least = leastType(wall ?? size)
  const count = rowsAtATime(size, all.length, least)
  const now = useNow(count < all.length ? pageMs : undefined)
  const lines = pageOf(all, count, Math.floor(now / pageMs))
  const rows = cellRows(size, lines.length, digits, isRanked, least)
  const { name, score, scoreShare, place, isStacked } = rows
  const ownSize = stage === undefined || size.width === 0 ? undefined : digitsSize(size, rows, digits, width(digits))
  const style = {
    '--name': name,
    '--score': score,
    '--share': scoreShare,
    '--ems': numeralsWidth(digits),
    '--figures': ownSize,
  } as CSSProperties
  return (
    <Rows
      className={css.rows}
      data-players={lines.length}
      data-place={place}
      data-stacked={isStacked || undefined}
      style={style}
    >
      {lines.map((line) => (
        <Row
          key={line.position}
          line={line}
          digits={digits}
          hasOwnDigits={ownSize !== undefined}
          hasShortPlace={place === 'short'}
        />
      ))}
    </Rows>
  )
}

/** From this many times as wide as high, a cell's width would lie idle beside a name above its score. */
const wideCell = 2.8

function Solo({ line, digits, isOver }: { line: PlayerLine; digits: number; isOver: boolean }) {
  const { palette, size } = useStage()
  const { Figures, width } = useMachineLook()
  const style = { ...accentStyle(palette, line.position, 'page'), '--ems': width(digits) } as CSSProperties
  return (
    <section
      className={isOver ? css.solo : `${css.solo} ${css.playing}`}
      style={style}
      data-wide={size.width > wideCell * size.height || undefined}
    >
      <div className={css.soloWho}>
        <PlayerName className={css.soloName} name={line.name} initials={line.initials} />
        {line.hasPassed && <PassedMark />}
      </div>
      <Figures className={css.soloScore} value={line.score} digits={digits} name={line.position} glow={!isOver} />
    </section>
  )
}

interface RowProps {
  line: PlayerLine
  digits: number
  /** there is room for the digits of the machine's look */
  hasOwnDigits: boolean
  hasShortPlace: boolean
}

function Row({ line, digits, hasOwnDigits, hasShortPlace }: RowProps) {
  const { palette } = useStage()
  const { Figures } = useMachineLook()
  const taken = useBeat<HTMLSpanElement>(line.place)
  return (
    <li
      className={line.isUp ? `${css.row} ${css.up}` : css.row}
      style={accentStyle(palette, line.position, line.isUp ? 'lit' : 'page')}
      aria-current={line.isUp ? 'true' : undefined}
    >
      <span className={css.number}>
        {line.position}
        {line.hasPassed && <PassedMark />}
      </span>
      <div className={css.who}>
        <PlayerName className={css.name} name={line.name} initials={line.initials} />
        {line.isUp && <Spoken>up</Spoken>}
        {line.place && (
          <span ref={taken} className={line.isFirst ? `${css.place} ${css.first}` : css.place}>
            {hasShortPlace ? <ShortPlace place={line.place} /> : line.place}
          </span>
        )}
      </div>
      {hasOwnDigits ? (
        <span className={css.figures}>
          <Figures value={line.score} digits={digits} name={line.position} glow={line.isUp} />
        </span>
      ) : (
        <Numerals className={css.score} value={line.score} digits={digitCount(line.score)} name={line.position} />
      )}
    </li>
  )
}

const ShortPlace = ({ place }: { place: string }) => (
  <>
    <span aria-hidden="true">{place.split(' ')[0]}</span>
    <Spoken>{place}</Spoken>
  </>
)
