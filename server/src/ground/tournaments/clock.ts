/** Timers and the time; tests have their own. */
export interface Clock {
  /** ms since 1970; steps when somebody sets the computer's clock */
  now(): number
  /** ms since some moment of the past, which never steps: whatever waits, or lasts, goes by it */
  elapsed(): number
  /** Answers a function that calls it off. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
