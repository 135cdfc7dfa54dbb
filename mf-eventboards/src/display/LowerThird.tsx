import { digitCount, Numerals, numeralsWidth, PlayerName, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { EventView, MatchCard, StandingRow } from '../event/eventView'
import { pageOf, windowOf } from '../event/turns'
import css from './LowerThird.module.css'
import { playerInks } from './useInks'

interface LowerThirdProps {
  view: EventView
  name: string
  /** the round, or since when nothing was heard */
  what: string
  slot: number
  news: ReadonlySet<string>
  hasMatches: boolean
  hasStandings: boolean
}

/** One part of the strip, in its turn. */
type Part = { kind: 'match'; match: MatchCard } | { kind: 'standings'; rows: readonly StandingRow[] }

const placesShown = 4
const fewestDigits = 9

/** A strip over the foot of a stream: one match at a time, then who leads. */
export function LowerThird({ view: { live, finished, standings }, name, what, slot, news, hasMatches, hasStandings }: LowerThirdProps) {
  const all = hasMatches ? [...live, ...finished] : []
  const isNews = ({ id }: MatchCard) => news.has(id)
  const matches = (hasMatches ? live : []).map((match): Part => ({ kind: 'match', match }))
  const leaders: Part[] = hasStandings && standings.length > 0 ? [{ kind: 'standings', rows: standings.slice(0, placesShown) }] : []
  const first = all.filter(isNews).map((match): Part => ({ kind: 'match', match }))
  const [part] = first.length > 0 ? windowOf(first, [], 1, slot) : pageOf([...matches, ...leaders], 1, slot).page
  const place = part?.kind === 'match' ? part.match.machine : part ? 'Standings' : ''
  return (
    <section className={css.strip} aria-label="Lower third">
      <div className={css.plate}>
        <p className={css.event}>{name}</p>
        <h3 className={css.title} style={{ '--chars': (place || what).length } as CSSProperties}>{place || what}</h3>
        {place && <p className={css.what}>{part?.kind === 'match' && part.match.state === 'called' ? ['Called', what].filter(Boolean).join(' · ') : what}</p>}
      </div>
      {part?.kind === 'match' && <Players key={part.match.id} match={part.match} />}
      {part?.kind === 'standings' && <Leaders rows={part.rows} />}
    </section>
  )
}

function Players({ match: { lines } }: { match: MatchCard }) {
  const { palette } = useStage()
  const digits = Math.max(fewestDigits, ...lines.map(({ score }) => (score === undefined ? 0 : digitCount(score))))
  return (
    <ol className={css.players} style={{ '--count': lines.length, '--ems': numeralsWidth(digits) } as CSSProperties}>
      {lines.map(({ position, name, initials, score, isUp, isFirst }) => (
        <li key={position} className={isUp ? `${css.player} ${css.up}` : css.player} style={playerInks(palette, position, isUp)}>
          <div className={css.who}>
            {isFirst ? <span className={css.leads}>1st</span> : <i className={css.dot} />}
            <div className={css.name}>
              <PlayerName name={name} initials={initials} />
            </div>
          </div>
          {score !== undefined && <Numerals className={css.score} value={score} digits={digitCount(score)} />}
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
        <span className={css.points}>{points ?? (strikes === undefined ? '' : `${strikes} ${strikes === 1 ? 'strike' : 'strikes'}`)}</span>
      </li>
    ))}
  </ol>
)
