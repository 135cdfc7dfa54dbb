/** Longer than this between two frames, and the page does not keep up with what is written. */
const slowMs = 24
/** Shorter than this, and it could do more. */
const quickMs = 18
/** Whatever the page can do, each number moves at least every so many frames. */
const longestTurn = 8

/** Whose turn it is to be written in a frame. */
export interface Turns {
  /** @param nowMs when this frame begins; answers for the number at a place whether it is its turn */
  next(count: number, nowMs: number): (at: number) => boolean
}

/**
 * Shares the numbers of a full wall out over frames: where all of them at once make frames late, fewer are written in
 * each, so that the page stays smooth and each number takes larger steps.
 */
export function createTurns(): Turns {
  /** frames until it is a number's turn again */
  let turn = 1
  let frame = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    next(count, nowMs) {
      const passedMs = nowMs - lastMs
      lastMs = nowMs
      frame += 1
      // After a rest the first frame says nothing of the page.
      if (passedMs > slowMs && passedMs < 1000) turn = Math.min(turn + 1, longestTurn, Math.max(1, count))
      else if (passedMs < quickMs && frame % longestTurn === 0) turn = Math.max(1, turn - 1)
      const current = turn
      const offset = frame
      return (at) => (at + offset) % current === 0
    },
  }
}
