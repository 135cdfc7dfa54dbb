import { getTopScores } from '@multiball/shared/api'
import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import { Unread, useRead } from '@multiball/shared/queries'
import { styles } from '@multiball/shared/ui'
import { gameTime } from '../../pages/words'
import { Section } from '../Section'
import css from './tables.module.css'

interface TopScoresProps {
  machine: number
  /** changes when another game is over */
  newest: string
}

/** The machine's ten best scores; nothing while there are none. */
export function TopScores({ machine, newest }: TopScoresProps) {
  const read = useRead(['topScores', machine, newest], (signal) => getTopScores(machine, signal), { keepsLast: true })
  const { loaded } = read
  if (loaded.type === 'failed') return <Unread read={read} what="the top scores" />
  if (loaded.type !== 'ready' || loaded.value.results.length === 0) return null
  return (
    <Section title="Top scores">
      <table className={css.table} aria-label="Top scores">
        <colgroup>
          <col className={css.rank} />
          <col />
          <col className={css.late} />
        </colgroup>
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Player and score</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {loaded.value.results.map(({ rank, player, score, settled_on, game }, at) => (
            <tr key={at} className={`${css.row} ${css.linked}`}>
              <td className={css.rank}>{rank}</td>
              <td>
                <span className={css.line}>
                  <span className={css.name}>{player?.cached_display_name || 'Guest'}</span>{' '}
                  <span className={css.score}>{formatScore(scoreFromWire(score))}</span>
                </span>
              </td>
              <td className={css.late}>
                <Link
                  to={`/games/${game}`}
                  className={css.link}
                  aria-label={`How the game went, ${gameTime(new Date(settled_on), new Date())}`}
                >
                  <time dateTime={settled_on}>{shortTime(new Date(settled_on), new Date())}</time>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
