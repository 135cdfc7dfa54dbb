import { createContext, useContext, useEffect, useState } from 'react'

/** Time as the displays know it; tests give their own. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** calls back once after `delayMs`; the answer cancels */
  after(delayMs: number, run: () => void): () => void
}

export const pageClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export const ClockContext = createContext<Clock>(pageClock)

/** The time in ms, updated at each full `periodMs`; without a period it stands still. */
export function useNow(periodMs: number | undefined, clock?: Clock): number {
  const pageOrGiven = useContext(ClockContext)
  const source = clock ?? pageOrGiven
  const [now, setNow] = useState(() => source.now())
  useEffect(() => {
    if (periodMs === undefined) return
    let cancel = () => {}
    const wait = () => {
      cancel = source.after(periodMs - (source.now() % periodMs), () => {
        setNow(source.now())
        wait()
      })
    }
    wait()
    return () => cancel()
  }, [source, periodMs])
  return now
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const twoDigits = (count: number) => String(count).padStart(2, '0')

/** '21:42' today, '20 Nov, 21:42' on another day: as Intl writes it for en-GB, whose first use holds a page up for long. */
export function timeOfDay(ms: number, nowMs: number): string {
  const moment = new Date(ms)
  const time = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
  return moment.toDateString() === new Date(nowMs).toDateString()
    ? time
    : `${moment.getDate()} ${months[moment.getMonth()]}, ${time}`
}
