import { formatScore, parseMode, visibleModes } from '@multiball/shared/display'
import { styles } from '@multiball/shared/ui'
import css from './GameView.module.css'
import { playTime } from './timeline'
import { Swatch } from './Standing'
import type { Turn } from './turns'

interface TurnsTableProps {
  balls: readonly { ball: number; turns: Turn[] }[]
  nameOf(position: number): string
}

const modesOf = ({ modes }: Turn) =>
  [...new Set(visibleModes(modes).map((mode) => parseMode(mode.label).label))].join(', ')

const signed = (gained: bigint) => (gained < 0n ? `−${formatScore(-gained)}` : `+${formatScore(gained)}`)

/** What each ball brought whom. */
export const TurnsTable = ({ balls, nameOf }: TurnsTableProps) => (
  <table className={css.turns} aria-label="Ball by ball">
    <thead className={styles.unseen}>
      <tr>
        <th scope="col">Player</th>
        <th scope="col">Points</th>
      </tr>
    </thead>
    {balls.map(({ ball, turns }) => (
      <tbody key={ball}>
        <tr>
          <th className={css.ball} colSpan={2} scope="rowgroup">{`Ball ${ball}`}</th>
        </tr>
        {turns.map((turn, at) => (
          <tr key={at} className={css.turn}>
            <td>
              <span className={css.who}>
                <Swatch slot={turn.player} />
                <span className={css.name}>{nameOf(turn.player)}</span>
              </span>
              {modesOf(turn) !== '' && <span className={`${styles.help} ${css.modes}`}>{modesOf(turn)}</span>}
            </td>
            <td className={css.points}>
              <span className={css.gained}>{signed(turn.gained)}</span>
              <span
                className={`${styles.help} ${css.note}`}
              >{`${formatScore(turn.score)} after ${playTime(turn.to)}`}</span>
            </td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
)
