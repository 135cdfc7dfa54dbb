import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { afterPhase, begin, fadeMs, phaseMs, withState, withTurns, type Show, type SlideState, type Turn } from './show'

const hasMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== true

interface RunningShow {
  /** undefined while there is no slide */
  show: Show | undefined
  /** tells the state of a mounted slide */
  report(name: string, state: SlideState): void
}

/**
 * Runs a show by the clock of the displays.
 * @param onTurnOver see SlideshowDisplayProps
 */
export function useShow(turns: readonly Turn[], onTurnOver?: () => Promise<unknown> | undefined): RunningShow {
  const clock = useContext(ClockContext)
  const [kept, setKept] = useState(() => begin(turns))
  const show = withTurns(kept, turns)
  if (show !== kept) setKept(show)

  const turnIsOver = useEffectEvent(() => onTurnOver?.())
  const goOn = useEffectEvent(() => setKept((before) => before && afterPhase(before, turns)))
  const waitMs = show && phaseMs(show, turns, hasMotion() ? fadeMs : 0)
  const { phase, shown, next, turn } = show ?? {}

  useEffect(() => {
    if (waitMs === undefined) return
    let isCancelled = false
    const finish = () => {
      if (!isCancelled) goOn()
    }
    const cancel = clock.after(waitMs, () => {
      const pause = phase === 'preparing' ? turnIsOver() : undefined
      if (pause) void pause.then(finish, finish)
      else finish()
    })
    return () => {
      isCancelled = true
      cancel()
    }
  }, [clock, waitMs, phase, shown, next, turn])

  return { show, report: (name, state) => setKept((before) => before && withState(before, name, state)) }
}
