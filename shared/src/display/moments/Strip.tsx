import { useLettersOf } from '../names/letters'
import { PlayerName } from '../names/PlayerName'
import { Numerals } from '../numbers/Numerals'
import { digitCount } from '../numbers/score'
import { Stage } from '../stage/Stage'
import { StageThemeContext, useStage } from '../stage/stageContext'
import { showMs } from './queue'
import css from './Strip.module.css'
import { useTimes } from './timing'
import type { MomentView } from './words'

/** As long as rows take to move. */
const moveMs = 240
const times = { come: 0, leave: showMs - moveMs }

/** A moment in one line on gold where the foot stands, so that no score is covered. */
export function Strip({ view: { title, machine, holder, previous }, beganAt }: { view: MomentView; beganAt: number }) {
  const { palette } = useStage()
  const { style } = useTimes(beganAt, times)
  useLettersOf(machine)
  return (
    <div className={css.strip} style={style}>
      <StageThemeContext value={{}}>
        <Stage background={palette.gold}>
          <div className={css.band}>
            <p className={css.what}>
              <b className={css.title}>{title.join(' ')}</b>
              <span className={css.machine}>{machine}</span>
            </p>
            {holder && (
              <p className={css.who}>
                <PlayerName className={css.name} name={holder.name} initials={holder.initials} />
                <Numerals className={css.score} value={holder.score} digits={digitCount(holder.score)} />
                {previous && <Margin value={holder.score - previous.score} />}
              </p>
            )}
          </div>
        </Stage>
      </StageThemeContext>
    </div>
  )
}

const Margin = ({ value }: { value: bigint }) => (
  <span className={css.margin}>
    +<Numerals value={value} digits={digitCount(value)} />
  </span>
)
