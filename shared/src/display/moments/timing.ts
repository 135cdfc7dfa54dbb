import { useContext, useState, type CSSProperties } from 'react'
import { ClockContext } from '../clock'

/**
 * Times of a moment as custom properties `--at-NAME`, for delays of animations: from now on, as some of it may be over on a
 * screen that joins later.
 * @param times ms after it began
 */
export function useTimes(
  beganAt: number,
  times: Readonly<Record<string, number>>,
): { since: number; style: CSSProperties } {
  const clock = useContext(ClockContext)
  const [since] = useState(() => clock.now() - beganAt)
  const style = Object.fromEntries(Object.entries(times).map(([name, ms]) => [`--at-${name}`, `${ms - since}ms`]))
  return { since, style: style as CSSProperties }
}
