import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayedGame } from '@multiball/shared/schema'
import { playerName } from '../playerName'
import css from './tables.module.css'

/** Games with all their scores, the newest first. */
export const GamesTable = ({ games }: { games: readonly PlayedGame[] }) => (
  <table className={css.table} aria-label="Games, the newest first">
    <thead className={css.hidden}>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Scores</th>
      </tr>
    </thead>
    <tbody>
      {games.map(({ id, settled_on, successful, scores }) => (
        <tr key={id} className={css.row}>
          <td className={css.when}>
            <time dateTime={settled_on}>{shortTime(new Date(settled_on), new Date())}</time>
            {!successful && <span className={css.note}>Not counted</span>}
          </td>
          <td>
            <ul>
              {scores.map((score) => (
                <li key={score.position} className={css.line}>
                  <span className={css.name}>{playerName(score)}</span> <span className={css.score}>{formatScore(scoreFromWire(score.score))}</span>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
