import { useStage } from '../stage/stageContext'
import { Stage } from '../stage/Stage'
import { digitCount, formatScore } from '../numbers/score'
import { Numerals } from '../numbers/Numerals'
import { PlayerName } from '../names/PlayerName'
import { useLettersOf } from '../names/letters'
import { showMs } from './queue'
import css from './Strip.module.css'
import { useTimes } from './timing'
import type { MomentView } from './words'

/** ms: as long as rows take to move */
const moveMs = 240
const times = { come: 0, leave: showMs - moveMs }

/** A moment in one line at the lower edge, where the foot stands: no score is covered. */
export function Strip({ view: { title, machine, holder, previous }, beganAt }: { view: MomentView; beganAt: number }) {
  const { palette } = useStage()
  const { style } = useTimes(beganAt, times)
  useLettersOf(machine)
  return (
    <div className={css.strip} style={style}>
      <Stage background={palette.page}>
        <div className={css.band}>
          <p className={css.line}>
            <b className={css.title}>{title.join(' ')}</b>
            {holder && (
              <>
                <PlayerName className={css.name} name={holder.name} initials={holder.initials} />
                <Numerals className={css.score} value={holder.score} digits={digitCount(holder.score)} />
                {previous && <span className={css.margin}>{`+${formatScore(holder.score - previous.score)}`}</span>}
              </>
            )}
            <span className={css.machine}>{machine}</span>
          </p>
        </div>
      </Stage>
    </div>
  )
}
