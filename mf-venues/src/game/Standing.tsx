import { formatScore, placeName } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayerScore } from '@multiball/shared/schema'
import { styles } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { playerName } from '../playerName'
import css from './GameView.module.css'

/** A player's line in the chart, by colour and stroke. */
export const Swatch = ({ slot }: { slot: number }) => (
  <svg className={css.swatch} data-slot={slot} viewBox="0 0 22 8" aria-hidden="true" focusable="false">
    <path d="M1 4H21" />
  </svg>
)

interface StandingProps {
  scores: readonly PlayerScore[]
  /** what can be done about a score */
  actionsOf?(score: PlayerScore): ReactNode
}

/** The players, the best first; equals share a place. */
export function Standing({ scores, actionsOf }: StandingProps) {
  const known = scores.map((score) => ({ ...score, points: scoreFromWire(score.score) }))
  const ranked = known.sort((one, other) =>
    one.points === other.points ? one.position - other.position : one.points > other.points ? -1 : 1,
  )
  return (
    <ol className={css.standing}>
      {ranked.map((score) => (
        <li key={score.position} className={css.place}>
          <Swatch slot={score.position} />
          <span className={css.named}>
            <span className={css.name}>{playerName(score)}</span>
            {known.length > 1 && (
              <span className={styles.help}>
                {placeOf(1 + known.filter(({ points }) => points > score.points).length)}
              </span>
            )}
          </span>
          <span className={css.score}>{formatScore(score.points)}</span>
          {actionsOf?.(score)}
        </li>
      ))}
    </ol>
  )
}

const placeOf = (rank: number) => placeName(rank) || `${rank}th Place`
