import { unavailable } from '../../ground/http/refusals'
import { schedule } from '../../ground/process/clock'
import type { Schedule } from '../../ground/process/clock'
import { gameKey } from './games.store'
import type { GameRow, GameStore } from './games.store'

/** Another process changed the machine's game in the meantime: what was judged against its old state must be judged again. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

interface Waiter {
  venueMachineId: number
  resolve(): void
  reject(error: Error): void
}

/** What is written in one commit. Each game is in it once, in its newest state. */
class Batch {
  readonly rows = new Map<string, GameRow>()
  waiters: Waiter[] = []

  machines(): Set<number> {
    return new Set([...this.rows.values()].map(({ venueMachineId }) => venueMachineId))
  }

  rowsOf(machines: ReadonlySet<number>): GameRow[] {
    return [...this.rows.values()].filter(({ venueMachineId }) => machines.has(venueMachineId))
  }

  /** Removes and returns these machines' waiters. */
  takeWaiters(machines: ReadonlySet<number>): Waiter[] {
    const taken = this.waiters.filter(({ venueMachineId }) => machines.has(venueMachineId))
    this.waiters = this.waiters.filter(({ venueMachineId }) => !machines.has(venueMachineId))
    return taken
  }

  drop(machines: ReadonlySet<number>) {
    for (const row of this.rowsOf(machines)) this.rows.delete(gameKey(row.venueMachineId, row.state))
  }
}

interface CommitEvents {
  /** these states are stored now; `ids` as GameStore.commit returns them */
  stored(rows: readonly GameRow[], ids: readonly (number | undefined)[]): void
  /** what is in memory of these machines may differ from what is stored: it must be read again */
  lost(machines: ReadonlySet<number>, error: unknown): void
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

/** Rows that are worth a commit, which costs much the same whether it has one row or ten. */
const fullGroup = 16

/**
 * Writes states in groups: one commit at a time, and what arrives during it is the next group. What arrives after a
 * pause is written at once; many machines that post one after the other share commits.
 */
export class GroupCommit {
  private gathering = new Batch()
  /** which batch holds a machine's newest uncommitted state */
  private readonly batchOf = new Map<number, Batch>()
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
      const key = gameKey(row.venueMachineId, row.state)
      const before = this.gathering.rows.get(key)
      // A gathering row is not stored yet, so its base is still what the database has.
      this.gathering.rows.set(key, before ? { ...row, base: before.base } : row)
      this.batchOf.set(row.venueMachineId, this.gathering)
    }
    this.runSoon()
  }

  /**
   * Resolves once everything put for this machine is committed. Rejects with Overtaken when it was not written because
   * another process was faster, and with 503 when writing failed or its outcome is unknown.
   */
  stored(venueMachineId: number): Promise<void> {
    const batch = this.batchOf.get(venueMachineId)
    if (!batch) return Promise.resolve()
    this.waiting += 1
    return new Promise<void>((resolve, reject) => batch.waiters.push({ venueMachineId, resolve, reject }))
  }

  /** Whether something for this machine is not committed yet. */
  isPending(venueMachineId: number): boolean {
    return this.batchOf.has(venueMachineId)
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
    const { size } = this.gathering.rows
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
    if (!this.running && this.gathering.rows.size > 0) this.running = this.run()
  }

  private async run() {
    const batch = this.gathering
    this.gathering = new Batch()
    this.beganAt = this.options.elapsed()
    try {
      await this.write(batch, batch.machines())
    } finally {
      this.running = undefined
      this.runSoon()
    }
  }

  private async write(batch: Batch, machines: ReadonlySet<number>): Promise<void> {
    const rows = batch.rowsOf(machines)
    let ids: (number | undefined)[]
    try {
      ids = await this.commit(rows)
    } catch (error) {
      // One machine's bad row must not fail the others: it is found by halves, since all others wait for it.
      if (machines.size === 1 || !isRefusedForCertain(error)) return this.fail(batch, machines, error)
      const all = [...machines]
      const half = Math.ceil(all.length / 2)
      await this.write(batch, new Set(all.slice(0, half)))
      await this.write(batch, new Set(all.slice(half)))
      return
    }
    this.succeed(batch, machines, rows, ids)
  }

  private succeed(
    batch: Batch,
    machines: ReadonlySet<number>,
    rows: readonly GameRow[],
    ids: readonly (number | undefined)[],
  ) {
    this.forget(batch, machines)
    this.events.stored(rows, ids)
    const overtaken = new Set(
      rows.filter((_row, at) => ids[at] === undefined).map(({ venueMachineId }) => venueMachineId),
    )
    if (overtaken.size > 0) {
      const waiters = this.takeWaiters(batch, overtaken)
      const reason = new Overtaken()
      const later = this.refuse(this.gathering, overtaken, undefined)
      for (const waiter of [...waiters, ...later]) waiter.reject(reason)
    }
    for (const waiter of this.takeWaiters(batch, machines)) waiter.resolve()
  }

  private fail(batch: Batch, machines: ReadonlySet<number>, error: unknown) {
    this.forget(batch, machines)
    const waiters = this.takeWaiters(batch, machines)
    const later = this.refuse(this.gathering, machines, error)
    for (const waiter of [...waiters, ...later]) waiter.reject(unavailable())
  }

  /** What has gathered for these machines meanwhile is refused too: it was judged against a state that is not stored. Answers its waiters. */
  private refuse(batch: Batch, machines: ReadonlySet<number>, error: unknown): Waiter[] {
    batch.drop(machines)
    this.forget(batch, machines)
    this.events.lost(machines, error)
    return this.takeWaiters(batch, machines)
  }

  private takeWaiters(batch: Batch, machines: ReadonlySet<number>): Waiter[] {
    const taken = batch.takeWaiters(machines)
    this.waiting -= taken.length
    return taken
  }

  private forget(batch: Batch, machines: ReadonlySet<number>) {
    for (const machine of machines) if (this.batchOf.get(machine) === batch) this.batchOf.delete(machine)
  }
}
