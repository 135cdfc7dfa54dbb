import type { Schedule } from './schedule'
import type { Viewer } from './viewer'

/** viewers written to before other work has its turn */
export const sliceOfViewers = 500

/** Does something for many viewers without holding up everything else. */
export function inSlices(viewers: Iterator<Viewer>, schedule: Schedule, work: (viewer: Viewer) => void, done: () => void = () => {}): void {
  for (let count = 0; count < sliceOfViewers; count += 1) {
    const { value, done: isOver } = viewers.next()
    if (isOver) return done()
    work(value)
  }
  schedule(() => inSlices(viewers, schedule, work, done), 0)
}
