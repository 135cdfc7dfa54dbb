import { formatScore } from '@multiball/shared/display'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayedGame } from '@multiball/shared/schema'
import { styles } from '@multiball/shared/ui'
import type { Ref } from 'react'
import { enteredWords, gameTime } from '../../pages/words'
import { playerName } from '../../playerName'
import css from './tables.module.css'

/** Games with all their scores, the newest first; each leads to how it went. */
export const GamesTable = ({ games, ref }: { games: readonly PlayedGame[]; ref?: Ref<HTMLTableElement> }) => (
  <table ref={ref} className={css.table} aria-label="Games, the newest first">
    <colgroup>
      <col className={css.when} />
      <col />
    </colgroup>
    <thead className={styles.unseen}>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Scores</th>
      </tr>
    </thead>
    <tbody>
      {games.map(({ id, settled_on, successful, is_test, scores, entered, note }) => (
        <tr key={id} className={`${css.row} ${css.linked}`}>
          <td className={css.when}>
            <Link
              to={`/games/${id}`}
              className={css.link}
              aria-label={`How the game went, ${gameTime(new Date(settled_on), new Date())}`}
            >
              <time dateTime={settled_on}>{gameTime(new Date(settled_on), new Date())}</time>
            </Link>
            {entered && <span className={css.mark}>{enteredWords[entered]}</span>}
            {!successful && <span className={css.note}>{is_test ? 'Test game, not counted' : 'Not counted'}</span>}
          </td>
          <td>
            <ul>
              {scores.map((score) => (
                <li key={score.position} className={css.line}>
                  <span className={css.name}>{playerName(score)}</span>{' '}
                  <span className={css.score}>{formatScore(scoreFromWire(score.score))}</span>
                </li>
              ))}
            </ul>
            {note && <p className={css.mark}>{note}</p>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
