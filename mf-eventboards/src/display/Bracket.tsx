import { PlayerName, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { BracketMatch, EventView } from '../event/eventView'
import css from './Bracket.module.css'

/** Rounds side by side, and matches of one round that are still read from afar. */
const most = { wide: { rounds: 4, matches: 8 }, tall: { rounds: 2, matches: 8 } } as const

type Rounds = EventView['bracket']

/** The rounds that matter now: from the first that is not over on, or the last ones. */
function roundsNow(rounds: Rounds, count: number): Rounds {
  const isOver = ({ matches }: Rounds[number]) =>
    matches.every((match) => match?.lines.some(({ isWinner }) => isWinner))
  const current = rounds.findIndex((round) => !isOver(round))
  const from = Math.max(0, Math.min(current === -1 ? rounds.length : current, rounds.length - count))
  return rounds.slice(from, from + count)
}

/** The same part of each round, so that who meets whom stays together. */
function partOf<Entry>(entries: readonly Entry[], part: number, parts: number): readonly Entry[] {
  const from = Math.floor((entries.length * part) / parts)
  return entries.slice(from, Math.max(from + 1, Math.floor((entries.length * (part + 1)) / parts)))
}

interface BracketProps {
  rounds: Rounds
  slot: number
  /** beside the matches, where there is room for two rounds */
  isNarrow?: boolean
}

/** Who meets whom, round by round; a large one part by part. */
export function Bracket({ rounds: all, slot, isNarrow }: BracketProps) {
  const { shape } = useStage()
  const rounds = roundsNow(all, isNarrow ? most.tall.rounds : most[shape].rounds)
  const parts = Math.max(1, Math.ceil(Math.max(...rounds.map(({ matches }) => matches.length)) / most[shape].matches))
  const columns = rounds.map(({ name, matches }) => ({ name, matches: partOf(matches, slot % parts, parts) }))
  return (
    <section className={isNarrow ? `${css.bracket} ${css.narrow}` : css.bracket} aria-label="Bracket">
      {columns.map(({ name, matches }, at) => (
        <div key={at} className={css.round}>
          <h3 className={css.name}>{name}</h3>
          <div className={css.matches}>
            {at > 0 && <Lines from={columns[at - 1]!.matches.length} to={matches.length} />}
            {matches.map((match, place) => (
              <Box
                key={match?.id ?? `open ${place}`}
                match={match}
                players={Math.max(2, ...matches.map((other) => other?.lines.length ?? 2))}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

/** From the matches of the round before to those that their winners go to. */
function Lines({ from, to }: { from: number; to: number }) {
  const paths = Array.from({ length: from }, (_, at) => {
    const [start, end] = [((at + 0.5) / from) * 100, ((Math.floor((at * to) / from) + 0.5) / to) * 100]
    return `M0 ${start}H50V${end}H100`
  })
  return (
    <svg className={css.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={paths.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function Box({ match, players }: { match: BracketMatch | null; players: number }) {
  const lines = match?.lines ?? []
  return (
    <ol
      className={match?.isPlaying ? `${css.match} ${css.playing}` : css.match}
      style={{ '--players': players } as CSSProperties}
    >
      {Array.from({ length: players }, (_, at) => {
        const line = lines[at]
        return (
          <li
            key={at}
            className={[css.player, line?.isWinner && css.winner, line?.isBeaten && css.beaten]
              .filter(Boolean)
              .join(' ')}
          >
            {line ? <PlayerName name={line.name} /> : <span className={css.open} />}
          </li>
        )
      })}
    </ol>
  )
}
