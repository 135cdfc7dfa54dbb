import { schedule } from '../../ground/process/clock'
import type { Clock, Schedule } from '../../ground/process/clock'

/** For how long a last seen time may be known to this process only. */
export const writeEveryMs = 10_000
/** Between two statements, each for all machines that are due: thousands of machines are due at thousands of moments. */
const apartMs = 1_000
/** A machine that was silent for so long is forgotten: what is stored answers for it. */
const forgetAfterMs = 3_600_000

/** When each machine was last seen: at once in memory, at most every 10 s in the database, with at most one statement a second. */
export class LastSeen {
  /** by `elapsed`, by machine */
  private readonly at = new Map<number, number>()
  private readonly writtenAt = new Map<number, number>()
  private writing: Promise<void> = Promise.resolve()
  /** by `elapsed`, when the last statement began */
  private beganAt = Number.NEGATIVE_INFINITY
  private isComing = false

  constructor(
    /** stores last seen times (ms since 1970) by machine */
    private readonly write: (moments: ReadonlyMap<number, number>) => Promise<void>,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
    private readonly later: Schedule = schedule,
  ) {}

  /** Notes that a machine was seen now. Answers the time, by `elapsed`. */
  note(venueMachineId: number): number {
    const at = this.clock.elapsed()
    this.at.set(venueMachineId, at)
    if (this.isDue(venueMachineId, at)) this.writeSoon(at)
    return at
  }

  /** By `elapsed`; undefined when this process has never seen the machine. */
  last(venueMachineId: number): number | undefined {
    return this.at.get(venueMachineId)
  }

  /** Writes what is not written yet. Never throws. */
  async flush(): Promise<void> {
    await this.writing
    await this.writeAll([...this.at].filter(([id, at]) => this.writtenAt.get(id) !== at))
  }

  private isDue(venueMachineId: number, at: number) {
    return at - (this.writtenAt.get(venueMachineId) ?? Number.NEGATIVE_INFINITY) >= writeEveryMs
  }

  private writeSoon(now: number) {
    if (this.isComing) return
    const waitMs = this.beganAt + apartMs - now
    if (waitMs <= 0) return this.begin(now)
    this.isComing = true
    this.later(() => this.begin(this.clock.elapsed()), waitMs)
  }

  private begin(now: number) {
    this.isComing = false
    this.beganAt = now
    this.writing = this.writing.then(() => this.writeDue(now))
  }

  private writeDue(now: number) {
    for (const [id, at] of this.at) {
      if (now - at < forgetAfterMs || this.writtenAt.get(id) !== at) continue
      this.at.delete(id)
      this.writtenAt.delete(id)
    }
    return this.writeAll([...this.at].filter(([id, at]) => this.writtenAt.get(id) !== at && this.isDue(id, now)))
  }

  private async writeAll(due: readonly (readonly [number, number])[]) {
    if (due.length === 0) return
    // Before the database answers, so that one that is down is not asked again with every entry.
    for (const [id, at] of due) this.writtenAt.set(id, at)
    const began = this.clock.now() - this.clock.elapsed()
    await this.write(new Map(due.map(([id, at]) => [id, began + at]))).catch(this.onError)
  }
}
