import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import type { OwnGame } from '@multiball/shared/schema'
import common from '../common.module.css'
import css from './GamesPage.module.css'

const places = ['1st', '2nd', '3rd', '4th', '5th', '6th']

/** One game of a player: place, machine, score, when. It leads to how the game went. */
export function GameRow({ game: { id, venuemachine, score, rank, players, started_on, settled_on }, now }: { game: OwnGame; now: Date }) {
  const isAlone = players < 2
  return (
    <li className={`${common.row} ${css.row}`}>
      <span className={css.place}>
        <strong>{isAlone ? 'Solo' : places[rank - 1] ?? rank}</strong>
        {!isAlone && <span className={css.of}>{`of ${players}`}</span>}
      </span>
      <span className={css.names}>
        <Link to={`/games/${id}`} className={common.link}>
          {venuemachine.machine.name}
        </Link>
        <span className={css.venue}>{venuemachine.venue.name}</span>
      </span>
      <span className={css.score}>{formatScore(scoreFromWire(score))}</span>
      <time className={css.when} dateTime={settled_on ?? started_on} data-playing={settled_on === null || undefined}>
        {settled_on === null ? 'Playing now' : shortTime(new Date(settled_on), now)}
      </time>
    </li>
  )
}
