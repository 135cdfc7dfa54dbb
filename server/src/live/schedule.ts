/** Does work after a while, or in a later turn when that is 0. */
export type Schedule = (work: () => void, delayMs: number) => void

/** By the timers of Node; they keep no process alive. */
export const schedule: Schedule = (work, delayMs) => {
  if (delayMs <= 0) setImmediate(work)
  else setTimeout(work, delayMs).unref()
}
