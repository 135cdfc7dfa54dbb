import { elapsed } from '../clock'

/** The other side reads each machine that it shows no more often than that. */
const everyMs = 50
/** machines in one message: NATS takes up to 1 MB */
const mostAtOnce = 10_000

export interface MachineHintsOptions {
  /** ms */
  now?: () => number
  /** does work after a while, or in a later turn when that is 0 */
  schedule?: (work: () => void, delayMs: number) => void
}

function schedule(work: () => void, delayMs: number) {
  if (delayMs <= 0) setImmediate(work)
  else setTimeout(work, delayMs).unref()
}

/** Gathers which machines have changed: told at once, and then at most 20 times a second, each machine once. */
export class MachineHints {
  private waiting = new Map<number, boolean>()
  private toldAt = Number.NEGATIVE_INFINITY
  private isScheduled = false
  private readonly now: () => number
  private readonly schedule: (work: () => void, delayMs: number) => void

  constructor(
    private readonly tell: (changes: [venueMachineId: number, isSettled: boolean][]) => void,
    options: MachineHintsOptions = {},
  ) {
    this.now = options.now ?? elapsed
    this.schedule = options.schedule ?? schedule
  }

  note(venueMachineId: number, isSettled: boolean): void {
    this.waiting.set(venueMachineId, isSettled || this.waiting.get(venueMachineId) === true)
    if (this.isScheduled) return
    this.isScheduled = true
    this.schedule(() => this.flush(), this.toldAt + everyMs - this.now())
  }

  /** Tells what waits. */
  flush(): void {
    this.isScheduled = false
    if (this.waiting.size === 0) return
    this.toldAt = this.now()
    const changes = [...this.waiting]
    this.waiting = new Map()
    for (let start = 0; start < changes.length; start += mostAtOnce) this.tell(changes.slice(start, start + mostAtOnce))
  }
}
