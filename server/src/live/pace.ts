/** No viewer sees more than 20 states a second. */
const shortestMs = 50

/** Viewers that may be written to in one ms, on average: what is left is for posts. */
const viewersPerMs = 40

/** Of a state, that may be made in one ms: it is put together, and made into text, once for all. */
const madeBytesPerMs = 250

/** That may be written in one ms, to all viewers together. */
const writtenBytesPerMs = 160_000

/** Time between two states of a board, ms, by its viewers and the size of a state. */
export type Pace = (viewers: number, bytes: number) => number

/** 50 ms up to 2,000 viewers, 200 ms for 8,000; four seconds for a MB. */
export const paceMs: Pace = (viewers, bytes) =>
  Math.max(shortestMs, viewers / viewersPerMs, bytes / madeBytesPerMs, (viewers * bytes) / writtenBytesPerMs)
