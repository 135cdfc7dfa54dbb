/** No viewer sees more than 20 states a second. */
const shortestMs = 50

/** Viewers that may be written to in one ms, on average: what is left is for posts. */
const viewersPerMs = 40

/** Time between two states of a board, by its viewers: 50 ms up to 2,000 of them, 200 ms for 8,000. */
export const paceMs = (viewers: number): number => Math.max(shortestMs, viewers / viewersPerMs)
