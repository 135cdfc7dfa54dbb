import { formatScore, placeName } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayerScore } from '@multiball/shared/schema'
import { playerName } from '../playerName'
import css from './GameView.module.css'
import { Swatch } from './Swatch'

/** The players, the best first; equals share a place. */
export function Standing({ scores }: { scores: readonly PlayerScore[] }) {
  const known = scores.map((score) => ({ ...score, points: scoreFromWire(score.score) }))
  const ranked = known.sort((one, other) => (one.points === other.points ? one.position - other.position : one.points > other.points ? -1 : 1))
  return (
    <ol className={css.standing}>
      {ranked.map((score) => (
        <li key={score.position} className={css.place}>
          <Swatch slot={score.position} />
          <span className={css.named}>
            <span className={css.name}>{playerName(score)}</span>
            {known.length > 1 && <span className={css.rank}>{placeOf(1 + known.filter(({ points }) => points > score.points).length)}</span>}
          </span>
          <span className={css.score}>{formatScore(score.points)}</span>
        </li>
      ))}
    </ol>
  )
}

const placeOf = (rank: number) => placeName(rank) || `${rank}th Place`
