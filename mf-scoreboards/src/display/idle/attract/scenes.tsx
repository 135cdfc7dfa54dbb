import {
  BoardHeader,
  digitCount,
  formatScore,
  HeaderLine,
  nameOfPlayer,
  PlayerName,
  QrCode,
  Rows,
  timeOfDay,
  useMachineLook,
  useStage,
} from '@multiball/shared/display'
import { scoreFromWire, type ScoreboardAttract } from '@multiball/shared/schema'
import type { CSSProperties, ReactNode } from 'react'
import type { BoardView } from '../../boardView'
import { chartOf, chartRows } from './chart'
import css from './scenes.module.css'

const amber = '#ff8a1f'
const gold = '#ffc629'

interface FrameProps {
  view: BoardView
  title: string
  children: ReactNode
}

/** The machine, and in its own display what is seen of it. */
function Frame({ view: { machine, venue }, title, children }: FrameProps) {
  const { Banner } = useMachineLook()
  return (
    <>
      <BoardHeader name={machine} least={62} room={3050} below={venue && <HeaderLine>{venue}</HeaderLine>} />
      <Banner className={css.banner} text={title} color={amber} />
      <div className={css.body}>{children}</div>
    </>
  )
}

interface ScoreProps {
  score: bigint
  /** digits that there is room for */
  digits: number
  className?: string
  glow?: boolean
}

function Score({ score, digits, className, glow }: ScoreProps) {
  const { Figures, width } = useMachineLook()
  return (
    <span className={`${css.score} ${className ?? ''}`} style={{ '--ems': width(digits) } as CSSProperties}>
      <Figures value={score} digits={digits} glow={glow} still />
    </span>
  )
}

/** The best scores that this machine has seen. */
export function Records({ view, records }: { view: BoardView; records: ScoreboardAttract['records'] }) {
  const digits = Math.max(...records.map(({ score }) => digitCount(scoreFromWire(score))))
  return (
    <Frame view={view} title="House records">
      <Rows className={css.records}>
        {records.map(({ position, score, player }) => (
          <li key={position} className={position === 1 ? `${css.record} ${css.best}` : css.record}>
            <span className={css.rank}>{position}</span>
            <span className={css.name}>
              {player ? (
                <PlayerName name={nameOfPlayer(player) ?? ''} />
              ) : (
                <span className={css.nobody}>Unclaimed</span>
              )}
            </span>
            <span className={css.leader} />
            <Score score={scoreFromWire(score)} digits={digits} />
          </li>
        ))}
      </Rows>
    </Frame>
  )
}

/** Who has the best score of today, among those who put a name to theirs. */
export function PlayerOfTheDay({
  view,
  best: { player, score, settled_on },
}: {
  view: BoardView
  best: NonNullable<ScoreboardAttract['best_today']>
}) {
  const value = scoreFromWire(score)
  const at = Date.parse(settled_on)
  return (
    <Frame view={view} title="Player of the day">
      <div className={css.player}>
        <div className={css.who}>
          <PlayerName className={css.hero} name={nameOfPlayer(player) ?? ''} />
          <span className={css.note}>{timeOfDay(at, at)}</span>
        </div>
        <Score className={css.heroScore} score={value} digits={digitCount(value)} glow />
      </div>
    </Frame>
  )
}

/** Each score of today as a column of dots, the earliest first, the best one in gold. */
export function Chart({ view, scores }: { view: BoardView; scores: ScoreboardAttract['today'] }) {
  const values = scores.map(({ score }) => scoreFromWire(score))
  const rows = chartRows(useStage().shape, values.length)
  const { columns, left, lit, best, unlit, bestAt } = chartOf(values, rows)
  const [first, last] = [scores[0]!, scores[scores.length - 1]!].map(({ settled_on }) => Date.parse(settled_on)) as [
    number,
    number,
  ]
  return (
    <Frame view={view} title="Today’s chart">
      <div className={css.chart}>
        <div className={css.panel}>
          <svg
            className={css.dots}
            viewBox={`0 0 ${columns} ${rows}`}
            role="img"
            aria-label={`${scores.length} scores of today, the best ${formatScore(values[bestAt]!)}`}
            strokeLinecap="round"
            strokeWidth={0.8}
            fill="none"
          >
            <path d={unlit} stroke="#2a1d10" />
            <path d={lit} stroke={amber} />
            <path d={best} stroke={gold} />
          </svg>
        </div>
        <p className={css.axis} style={{ width: `${100 - (left / columns) * 200}%` }}>
          <span>{timeOfDay(first, first)}</span>
          <span className={css.top}>{`Best ${formatScore(values[bestAt]!)}`}</span>
          <span>{timeOfDay(last, last)}</span>
        </p>
      </div>
    </Frame>
  )
}

/** The code of the last game, large. */
export function ClaimScene({ view, slot, address }: { view: BoardView; slot: number; address: string }) {
  return (
    <Frame view={view} title="Was that you?">
      <div className={css.claim}>
        <a className={css.code} href={address} target="_blank" rel="noreferrer">
          <QrCode address={address} title={`QR code of the address at which player ${slot} claims this score`} />
        </a>
        <p className={css.words}>
          <strong>{`Player ${slot}?`}</strong>
          Scan the code and put your name on the wall.
        </p>
      </div>
    </Frame>
  )
}
