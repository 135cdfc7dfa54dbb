import type { Clock } from '@multiball/shared/display'
import { act } from '@testing-library/react'

/**
 * A clock for tests that stands still until `pass` tells it to go on; `waiting` are the timers set by then.
 * @param start ms since 1970
 */
export function fakeClock(start = 60_000) {
  let now = start
  const waiting = new Set<{ at: number; run: () => void }>()
  const clock: Clock = {
    now: () => now,
    after: (delayMs, run) => {
      const timer = { at: now + delayMs, run }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
  }
  /** Timers that a timer sets run too, as soon as the page has drawn what came of it. */
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = [...waiting].filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0]
      if (!next) break
      waiting.delete(next)
      now = next.at
      act(next.run)
    }
    now = end
  }
  return { clock, pass, waiting }
}
