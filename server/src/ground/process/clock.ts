/** The time, as the server needs it. Whatever waits, or lasts, goes by `elapsed`; what people and the database read is `now`. */
export interface Clock {
  /** ms since 1970; steps back and forth when somebody sets the machine's clock */
  readonly now: () => number
  /** ms since some moment of the past; it only goes on, and never steps */
  readonly elapsed: () => number
}

/** Ms that pass, for intervals and waits. */
export const elapsed = (): number => performance.now()

/** The machine's clock. Tests that give `now` alone have one that is never set. */
export const clockOf = ({ now, elapsed: given }: Partial<Clock> = {}): Clock => ({
  now: now ?? Date.now,
  elapsed: given ?? now ?? elapsed,
})

/** Does work after `delayMs`, or in a later turn when that is 0 or less. */
export type Schedule = (work: () => void, delayMs: number) => void

/** By Node's timers, which keep no process alive. */
export const schedule: Schedule = (work, delayMs) => {
  if (delayMs <= 0) setImmediate(work)
  else setTimeout(work, delayMs).unref()
}
