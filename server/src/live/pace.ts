/** No viewer sees more than 20 states a second. */
const shortestMs = 50

/** Viewers that may be written to in one ms, on average: what is left is for posts. */
const viewersPerMs = 40

/** Bytes of a state that may be made in one ms: it is put together, and made into text, once for all. */
const madeBytesPerMs = 250

/** Bytes that may be written in one ms, to all viewers together. */
const writtenBytesPerMs = 160_000

/** Time between two states of a board, ms, by its viewers and the size of a state. */
export type Pace = (viewers: number, bytes: number) => number

/** 50 ms up to 2,000 viewers, 200 ms for 8,000; four seconds for a MB. */
export const paceMs: Pace = (viewers, bytes) =>
  Math.max(shortestMs, viewers / viewersPerMs, bytes / madeBytesPerMs, (viewers * bytes) / writtenBytesPerMs)

/** Does work after a while, or in a later turn when that is 0. */
export type Schedule = (work: () => void, delayMs: number) => void

/** By the timers of Node; they keep no process alive. */
export const schedule: Schedule = (work, delayMs) => {
  if (delayMs <= 0) setImmediate(work)
  else setTimeout(work, delayMs).unref()
}

/** How many are written to before other work has its turn. */
export const sliceSize = 500

/** Does something for many without holding up everything else. */
export function inSlices<Item>(items: Iterator<Item>, later: Schedule, work: (item: Item) => void, done: () => void = () => {}): void {
  for (let count = 0; count < sliceSize; count += 1) {
    const { value, done: isOver } = items.next()
    if (isOver) return done()
    work(value)
  }
  later(() => inSlices(items, later, work, done), 0)
}
