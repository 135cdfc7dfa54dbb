import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useState } from 'react'
import { cycleAt, type CycleMoment, type CycleSeconds } from './leaderboardCycle'

/**
 * The cycle of a scoreboard that idles. Counted by timers and not by the time of day, which screens set anew.
 * @param idling names this idling, another one begins anew; undefined stands still
 */
export function useLeaderboardCycle(idling: string | undefined, seconds: CycleSeconds): CycleMoment {
  const clock = useContext(ClockContext)
  const [idled, setIdled] = useState({ idling, ms: 0 })
  const ms = idled.idling === idling ? idled.ms : 0
  const moment = cycleAt(ms, seconds)
  const { untilMs } = moment
  useEffect(() => {
    if (idling === undefined) return
    return clock.after(untilMs - ms, () => setIdled({ idling, ms: untilMs }))
  }, [clock, idling, ms, untilMs])
  return moment
}
