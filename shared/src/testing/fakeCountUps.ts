import { createCountUps, type CountUps } from '@multiball/shared/display'
import { act } from '@testing-library/react'

/** Numbers that count by hand, for CountUpContext: `frame(ms)` is the page's frame so many ms after the start. */
export function fakeCountUps(isStill: () => boolean = () => false): { countUps: CountUps; frame(ms: number): void } {
  let now = 0
  const asked: (() => void)[] = []
  const countUps = createCountUps({
    now: () => now,
    request: (run) => asked.push(run),
    isStill,
    onVisibility: () => {},
  })
  return {
    countUps,
    frame(ms) {
      now = ms
      act(() => asked.splice(0).forEach((run) => run()))
    },
  }
}
