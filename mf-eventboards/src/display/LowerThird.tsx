import { digitCount, Numerals, numeralsWidth, PlayerName, ShownNumbers, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { EventView, MatchCard, QueueCall, StandingRow } from '../event/eventView'
import { pageOf, windowOf } from '../event/turns'
import css from './LowerThird.module.css'
import { playerInks } from './useInks'
import { useLeader } from './useLeader'

interface LowerThirdProps {
  view: EventView
  name: string
  /** the round, or since when nothing was heard */
  what: string
  slot: number
  news: ReadonlySet<string>
  hasMatches: boolean
  hasStandings: boolean
  /** who is to come to a machine, or waits */
  calls: readonly QueueCall[]
}

/** One part of the strip, in its turn. */
type Part =
  | { kind: 'match'; match: MatchCard }
  | { kind: 'call'; call: QueueCall }
  | { kind: 'standings'; rows: readonly StandingRow[] }

const notes: Record<MatchCard['state'], string> = { called: 'Called', playing: '', finished: 'Final' }
const placesShown = 4
const namesShown = 4
const fewestDigits = 9

/** A strip over the foot of a stream: one match at a time, then who is next, then who leads. */
export function LowerThird({
  view: { live, finished, standings },
  name,
  what,
  slot,
  news,
  hasMatches,
  hasStandings,
  calls,
}: LowerThirdProps) {
  const all = hasMatches ? [...live, ...finished] : []
  const isNews = ({ id }: MatchCard) => news.has(id)
  const matches = (hasMatches ? live : []).map((match): Part => ({ kind: 'match', match }))
  const leaders: Part[] =
    hasStandings && standings.length > 0 ? [{ kind: 'standings', rows: standings.slice(0, placesShown) }] : []
  const first = all.filter(isNews).map((match): Part => ({ kind: 'match', match }))
  const [part] =
    first.length > 0
      ? windowOf(first, [], 1, slot)
      : pageOf([...matches, ...calls.map((call): Part => ({ kind: 'call', call })), ...leaders], 1, slot).page
  const place = placeOf(part)
  const note = part?.kind === 'call' ? 'Next up' : part?.kind === 'match' ? notes[part.match.state] : ''
  return (
    <section className={css.strip} aria-label="Lower third">
      <div className={css.plate}>
        <p className={css.event}>{name}</p>
        <h3 className={css.title} style={{ '--chars': (place || what).length } as CSSProperties}>
          {place || what}
        </h3>
        {place && <p className={css.what}>{[note, what].filter(Boolean).join(' · ')}</p>}
      </div>
      {part?.kind === 'match' && (
        <ShownNumbers key={part.match.id}>
          <Players match={part.match} />
        </ShownNumbers>
      )}
      {part?.kind === 'call' && <Waiting key={part.call.key} names={part.call.names} />}
      {part?.kind === 'standings' && <Leaders rows={part.rows} />}
    </section>
  )
}

function placeOf(part: Part | undefined): string {
  if (!part) return ''
  if (part.kind === 'match') return part.match.machine
  return part.kind === 'call' ? part.call.machine || 'Next free machine' : 'Standings'
}

/** Those who play next, as many as there is room for, and how many wait behind them. */
const Waiting = ({ names }: { names: readonly string[] }) => {
  const shown = names.length > namesShown ? names.slice(0, namesShown - 1) : names
  return (
    <ol
      className={css.players}
      style={{ '--count': Math.min(names.length, namesShown), '--ems': numeralsWidth(fewestDigits) } as CSSProperties}
    >
      {shown.map((name, at) => (
        <li key={at} className={css.player}>
          <div className={css.who}>
            <span className={css.place}>{at + 1}</span>
            <div className={css.name}>
              <PlayerName name={name} />
            </div>
          </div>
        </li>
      ))}
      {shown.length < names.length && (
        <li className={css.player}>
          <span className={css.points}>{`+${names.length - shown.length}`}</span>
        </li>
      )}
    </ol>
  )
}

function Players({ match }: { match: MatchCard }) {
  const { lines } = match
  const { palette } = useStage()
  const leader = useLeader(match)
  const digits = Math.max(fewestDigits, ...lines.map(({ score }) => (score === undefined ? 0 : digitCount(score))))
  return (
    <ol className={css.players} style={{ '--count': lines.length, '--ems': numeralsWidth(digits) } as CSSProperties}>
      {lines.map(({ position, name, initials, score, isUp }, at) => (
        <li
          key={position}
          className={isUp ? `${css.player} ${css.up}` : css.player}
          style={playerInks(palette, position, isUp)}
        >
          <div className={css.who}>
            {at === leader ? <span className={css.leads}>1st</span> : <i className={css.dot} />}
            <div className={css.name}>
              <PlayerName name={name} initials={initials} />
            </div>
          </div>
          {score !== undefined && (
            <Numerals className={css.score} value={score} digits={digitCount(score)} name={position} />
          )}
        </li>
      ))}
    </ol>
  )
}

const Leaders = ({ rows }: { rows: readonly StandingRow[] }) => (
  <ol className={css.players} style={{ '--count': rows.length, '--ems': numeralsWidth(fewestDigits) } as CSSProperties}>
    {rows.map(({ id, place, name, initials, points, strikes }) => (
      <li key={id} className={css.player}>
        <div className={css.who}>
          <span className={css.place}>{place}</span>
          <div className={css.name}>
            <PlayerName name={name} initials={initials} />
          </div>
        </div>
        <span className={css.points}>
          {points ?? (strikes === undefined ? '' : `${strikes} ${strikes === 1 ? 'strike' : 'strikes'}`)}
        </span>
      </li>
    ))}
  </ol>
)
