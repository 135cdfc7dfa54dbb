import type { Schedule } from '../../ground/process/clock'

/** No viewer sees more than 20 states a second, taken over a few seconds. */
const shortestMs = 50

/** Viewers written to in one ms, on average: the rest of the time is for posts. */
const viewersPerMs = 40

/** Bytes of a state made in one ms: put together and serialised, once for all viewers. */
const madeBytesPerMs = 250

/** Bytes written in one ms, to all viewers together. */
const writtenBytesPerMs = 160_000

/** ms between two states of a board, by its number of viewers and the size of a state. */
export type Pace = (viewers: number, bytes: number) => number

/** 50 ms up to 2,000 viewers, 200 ms for 8,000; four seconds for a MB. */
export const paceMs: Pace = (viewers, bytes) =>
  Math.max(shortestMs, viewers / viewersPerMs, bytes / madeBytesPerMs, (viewers * bytes) / writtenBytesPerMs)

/** Viewers of a server that stops are sent away within that. */
const closingMs = 20_000
const closedInASecond = 500

/** How many viewers of so many are sent away at once, with a pause of so many ms after: a twentieth of them in a second, 500 at least. */
export const closedTogether = (viewers: number, pauseMs: number): number =>
  Math.ceil(Math.max(viewers / (closingMs / pauseMs), closedInASecond / (1000 / pauseMs)))

/** How many are written to before other work gets a turn. */
export const sliceSize = 500

/** Does something for many items without holding up everything else. */
export function inSlices<Item>(
  items: Iterator<Item>,
  later: Schedule,
  work: (item: Item) => void,
  done: () => void = () => {},
): void {
  for (let count = 0; count < sliceSize; count += 1) {
    const { value, done: isOver } = items.next()
    if (isOver) return done()
    work(value)
  }
  later(() => inSlices(items, later, work, done), 0)
}
