import { unavailable } from '../../ground/http/refusals'
import { schedule } from '../../ground/process/clock'
import type { Schedule } from '../../ground/process/clock'
import { isSameGame } from './gameRules'
import type { GameRow, GameStore } from './games.store'

/** Another process changed the machine's game in the meantime: what was judged against its old state must be judged again. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

/** What is written of one machine in one commit, each game in its newest state, and who waits for it. */
interface Writes {
  rows: GameRow[]
  waiters: Waiter[]
}

interface CommitEvents {
  /** these states are stored now; `ids` as GameStore.commit returns them */
  stored(rows: readonly GameRow[], ids: readonly (number | undefined)[]): void
  /** what is in memory of these machines may differ from what is stored: it must be read again */
  lost(machines: readonly number[], error: unknown): void
}

/** The database certainly refused the whole commit, or lost against another process: nothing of it is stored. */
const isRefusedForCertain = (error: unknown) => /^(?:2[23]|40)/.test(String((error as { code?: unknown }).code ?? ''))

interface GroupCommitOptions {
  /** entries that may wait */
  maxWaiting: number
  /** ms that pass */
  elapsed: () => number
  /** ms between the beginnings of two commits, unless the second is large; undefined: it follows the first at once */
  apartMs?: number
  later?: Schedule
}

/** Machines that are worth a commit, which costs much the same whether it has one row or ten. */
const fullGroup = 16

/**
 * Writes states in groups: one commit at a time, and what arrives during it is the next group. What arrives after a
 * pause is written at once; many machines that post one after the other share commits.
 */
export class GroupCommit {
  /** the next commit, by machine */
  private gathering = new Map<number, Writes>()
  /** what of the running commit is neither stored nor refused yet */
  private writing = new Map<number, Writes>()
  private running: Promise<void> | undefined
  private waiting = 0
  /** by `elapsed`: when the last commit began; while it is running, that is how long anything has waited at most */
  private beganAt = Number.NEGATIVE_INFINITY
  private isComing = false

  constructor(
    private readonly commit: GameStore['commit'],
    private readonly events: CommitEvents,
    private readonly options: GroupCommitOptions,
  ) {}

  /** How long the longest waiting entry has waited for the database, in ms. */
  get waitingMs(): number {
    return this.running ? this.options.elapsed() - this.beganAt : 0
  }

  /** Entries that wait for their commit. */
  get waitingCount(): number {
    return this.waiting
  }

  /** Throws 503 when too many entries are waiting. */
  makeRoom(): void {
    if (this.waiting >= this.options.maxWaiting) throw unavailable()
  }

  put(rows: readonly GameRow[]): void {
    for (const row of rows) {
      const writes = this.gathering.get(row.venueMachineId) ?? { rows: [], waiters: [] }
      this.gathering.set(row.venueMachineId, writes)
      const at = writes.rows.findIndex(({ state }) => isSameGame(state, row.state))
      // A gathering row is not stored yet, so its base is still what the database has.
      if (at < 0) writes.rows.push(row)
      else writes.rows[at] = { ...row, base: writes.rows[at]!.base }
    }
    this.runSoon()
  }

  /**
   * Resolves once everything put for this machine is committed. Rejects with Overtaken when it was not written because
   * another process was faster, and with 503 when writing failed or its outcome is unknown.
   */
  stored(venueMachineId: number): Promise<void> {
    const writes = this.gathering.get(venueMachineId) ?? this.writing.get(venueMachineId)
    if (!writes) return Promise.resolve()
    this.waiting += 1
    return new Promise<void>((resolve, reject) => writes.waiters.push({ resolve, reject }))
  }

  /** Whether something for this machine is not committed yet. */
  isPending(venueMachineId: number): boolean {
    return this.gathering.has(venueMachineId) || this.writing.has(venueMachineId)
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    for (;;) {
      this.runNow()
      if (!this.running) return
      await this.running
    }
  }

  private runSoon() {
    const { size } = this.gathering
    if (this.running || size === 0) return
    const { apartMs = 0, elapsed, later = schedule } = this.options
    const waitMs = size >= fullGroup || apartMs === 0 ? 0 : this.beganAt + apartMs - elapsed()
    if (waitMs <= 0) return this.runNow()
    if (this.isComing) return
    this.isComing = true
    later(() => {
      this.isComing = false
      this.runNow()
    }, waitMs)
  }

  private runNow() {
    if (!this.running && this.gathering.size > 0) this.running = this.run()
  }

  private async run() {
    this.writing = this.gathering
    this.gathering = new Map()
    this.beganAt = this.options.elapsed()
    try {
      await this.write([...this.writing.keys()])
    } finally {
      this.running = undefined
      this.runSoon()
    }
  }

  private async write(machines: readonly number[]): Promise<void> {
    const rows = machines.flatMap((machine) => this.writing.get(machine)!.rows)
    let ids: (number | undefined)[]
    try {
      ids = await this.commit(rows)
    } catch (error) {
      // One machine's bad row must not fail the others: it is found by halves, since all others wait for it.
      if (machines.length === 1 || !isRefusedForCertain(error)) return this.refuse(machines, unavailable(), error)
      const half = Math.ceil(machines.length / 2)
      await this.write(machines.slice(0, half))
      await this.write(machines.slice(half))
      return
    }
    this.succeed(machines, rows, ids)
  }

  private succeed(machines: readonly number[], rows: readonly GameRow[], ids: readonly (number | undefined)[]) {
    const overtaken = new Set(
      rows.filter((_row, at) => ids[at] === undefined).map(({ venueMachineId }) => venueMachineId),
    )
    const waiters = this.take(
      this.writing,
      machines.filter((machine) => !overtaken.has(machine)),
    )
    this.events.stored(rows, ids)
    if (overtaken.size > 0) this.refuse([...overtaken], new Overtaken())
    for (const waiter of waiters) waiter.resolve()
  }

  /** What has gathered for these machines during the commit is refused too: it was judged against a state that is not stored. */
  private refuse(machines: readonly number[], reason: Error, error?: unknown) {
    const waiters = [...this.take(this.writing, machines), ...this.take(this.gathering, machines)]
    this.events.lost(machines, error)
    for (const waiter of waiters) waiter.reject(reason)
  }

  /** Forgets what was put for these machines. Answers who waits for it. */
  private take(batch: Map<number, Writes>, machines: readonly number[]): Waiter[] {
    const waiters = machines.flatMap((machine) => batch.get(machine)?.waiters ?? [])
    for (const machine of machines) batch.delete(machine)
    this.waiting -= waiters.length
    return waiters
  }
}
