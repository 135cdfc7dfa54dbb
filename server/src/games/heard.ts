/** How long what was heard may be known to this process only. */
export const writeEveryMs = 10_000

/** When each machine was last heard: at once in memory, at most every 10 s in the database. */
export class Heard {
  /** ms since 1970, by machine */
  private readonly at = new Map<number, number>()
  private readonly writtenAt = new Map<number, number>()
  private writing: Promise<void> | undefined

  constructor(
    private readonly write: (heard: ReadonlyMap<number, number>) => Promise<void>,
    private readonly onError: (error: unknown) => void = () => {},
  ) {}

  /** A sign of life of a machine. */
  note(venueMachineId: number, now: number): void {
    this.at.set(venueMachineId, now)
    if (this.isDue(venueMachineId, now)) this.writing ??= this.writeDue(now).finally(() => (this.writing = undefined))
  }

  /** Undefined while this process has not heard the machine. */
  last(venueMachineId: number): number | undefined {
    return this.at.get(venueMachineId)
  }

  /** Writes what is not written yet. Never throws. */
  async flush(): Promise<void> {
    await this.writing
    await this.writeAll([...this.at].filter(([id, at]) => this.writtenAt.get(id) !== at))
  }

  private isDue(venueMachineId: number, now: number) {
    return now - (this.writtenAt.get(venueMachineId) ?? Number.NEGATIVE_INFINITY) >= writeEveryMs
  }

  private writeDue(now: number) {
    return this.writeAll([...this.at].filter(([id, at]) => this.writtenAt.get(id) !== at && this.isDue(id, now)))
  }

  private async writeAll(due: readonly (readonly [number, number])[]) {
    if (due.length === 0) return
    // Before the answer, so that a database that is away is not asked with every post.
    for (const [id, at] of due) this.writtenAt.set(id, at)
    await this.write(new Map(due)).catch(this.onError)
  }
}
