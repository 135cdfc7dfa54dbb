import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useState } from 'react'

/** How long an idle scoreboard shows what, in whole seconds. */
export interface CycleSeconds {
  idle_scoreboard_sec: number
  idle_leaderboard_sec: number
}

export interface CycleMoment {
  shows: 'scoreboard' | 'leaderboard'
  /** true from a while before the leaderboard's first turn on; where its turns are far apart, only around each */
  isMounted: boolean
  /** ms of idling at which this moment is over */
  untilMs: number
}

/** A leaderboard has so long to load before it is shown. */
const aheadMs = 5_000
const fadeMs = 500
/** Between turns no further apart it stays mounted, unseen, and is not asked for again. */
const keptMs = 60_000

/** What is shown after `idleMs` without a game: the scoreboard, then the leaderboard, and again. */
export function cycleAt(idleMs: number, { idle_scoreboard_sec, idle_leaderboard_sec }: CycleSeconds): CycleMoment {
  const leaderboardFromMs = idle_scoreboard_sec * 1000
  const roundMs = leaderboardFromMs + idle_leaderboard_sec * 1000
  const round = Math.floor(idleMs / roundMs)
  const at = idleMs - round * roundMs
  const fadedAtMs = round > 0 ? fadeMs : 0
  const isKept = round > 0 && leaderboardFromMs <= keptMs
  const mountedFromMs = isKept ? fadedAtMs : Math.max(fadedAtMs, leaderboardFromMs - aheadMs)
  const edgesMs = [fadedAtMs, mountedFromMs, leaderboardFromMs, roundMs]
  return {
    shows: at < leaderboardFromMs ? 'scoreboard' : 'leaderboard',
    isMounted: at < fadedAtMs || at >= mountedFromMs,
    untilMs: round * roundMs + edgesMs.find((edge) => edge > at)!,
  }
}

/**
 * The cycle of a scoreboard that idles. Counted by timers and not by the time of day, which screens may set at any time.
 * @param idling names this idling, another one starts over; undefined stands still
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
