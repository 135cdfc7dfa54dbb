import { LRUCache } from 'lru-cache'
import type { EarlierSession, GameState } from './gameRules'
import type { StoredGame } from './gameToWire'
import type { GameStore, StoredMachine } from './games.store'
import { writeEveryMs } from './lastSeen'
import { LatestRead } from './latestRead'
import type { Proposal } from './proposals'

/*
 * A machine's states in this process, and what moves it on:
 *
 *                | needed here          | changed by another process | commit succeeded | commit failed or overtaken
 *   unknown      | loading              | -                          | -                | -
 *   loading      | waits, then stored   | read again, then stored    | -                | -
 *   stored       | judged, then waiting | unknown                    | -                | -
 *   waiting      | judged, waits too    | invalidated                | stored           | unknown
 *   invalidated  | judged, waits too    | -                          | unknown          | unknown
 *
 * While waiting, `newest` is ahead of `stored`; what is judged meanwhile is in the next commit, and a machine waits until its
 * last one. A judgement that changes nothing leaves a stored machine stored. The stored machine that was needed longest ago is
 * evicted to make room for another, and is unknown then.
 */

/** What is in memory of one machine. */
export interface LiveMachine {
  id: number
  /** as last judged; perhaps not committed yet */
  newest?: GameState
  /** as stored, which is all that anybody is shown */
  stored?: StoredGame
  /** who plays, as a program says */
  proposal?: Proposal
  readonly claimReads: LatestRead
  readonly proposalReads: LatestRead
  /** other sessions of this machine by uuid; undefined: never played here */
  readonly sessions: Map<string, EarlierSession | undefined>
  readonly learning: Map<string, Promise<void>>
  /** by `elapsed` */
  lastSeenAt: number
}

/** Hears what other processes commit. */
export interface MachineSubscriptions {
  /** resolves once nothing is missed that another process commits for this machine */
  subscribe(venueMachineId: number): Promise<void>
  unsubscribe(venueMachineId: number): void
}

/** What is being written to the database. */
interface Writing {
  /** whether something for this machine is not committed yet */
  isPending(venueMachineId: number): boolean
  /** resolves once everything for this machine is committed; rejects when that failed */
  stored(venueMachineId: number): Promise<void>
}

const sessionsKept = 8

/** Whether one stored game of a machine came after another. */
function isNewer(one: Pick<StoredGame, 'id' | 'state'>, other: Pick<StoredGame, 'id' | 'state'>): boolean {
  if (one.id !== other.id) return one.id > other.id
  if (one.state.sequence !== other.state.sequence) return one.state.sequence > other.state.sequence
  return one.state.ending !== undefined && other.state.ending === undefined
}

const isKnownTo = ({ newest, sessions }: LiveMachine, sessionUuid: string | undefined) =>
  sessionUuid === undefined || newest?.sessionUuid === sessionUuid || sessions.has(sessionUuid)

/** The machines in memory, each read from the database when it is first needed. */
export class LiveMachines {
  private readonly machines: LRUCache<number, LiveMachine>
  private readonly loading = new Map<number, Promise<LiveMachine>>()
  /** machines that another process changed while they were being read */
  private readonly changedWhileLoading = new Set<number>()
  /** machines that another process changed while something for them is not committed here, and whether a game has settled */
  private readonly invalidated = new Map<number, boolean>()

  constructor(
    private readonly store: Pick<GameStore, 'machine' | 'session'>,
    private readonly writing: Writing,
    /** stored ones */
    private readonly maxMachines: number,
    /** beside these, so many whose states wait for their commit */
    maxWaiting: number,
    /** a stored time (ms since 1970) by `elapsed` */
    private readonly elapsedAt: (moment: number) => number,
    private readonly subscriptions: MachineSubscriptions,
  ) {
    this.machines = new LRUCache({ max: maxMachines + maxWaiting })
  }

  /** The machine, if it is in memory. */
  known(id: number): LiveMachine | undefined {
    return this.machines.get(id)
  }

  /** All that are in memory. */
  all(): LiveMachine[] {
    return [...this.machines.values()]
  }

  find(id: number): Promise<LiveMachine> {
    const known = this.machines.get(id)
    if (known) return Promise.resolve(known)
    let loading = this.loading.get(id)
    if (!loading) {
      loading = this.load(id).finally(() => this.loading.delete(id))
      this.loading.set(id, loading)
    }
    return loading
  }

  /** What findKnowing returns, if nothing has to be read for it. */
  knowing(id: number, sessionUuid: string | undefined): LiveMachine | undefined {
    const machine = this.machines.get(id)
    return machine && isKnownTo(machine, sessionUuid) ? machine : undefined
  }

  /** The machine, with what the rules must know about this session. */
  async findKnowing(id: number, sessionUuid: string | undefined): Promise<LiveMachine> {
    for (;;) {
      const machine = await this.find(id)
      if (sessionUuid !== undefined && !isKnownTo(machine, sessionUuid)) await this.learn(machine, sessionUuid)
      if (this.machines.get(id) === machine) return machine
    }
  }

  /** Keeps what is known about a session that is no longer the machine's newest; the oldest are forgotten. */
  remember(machine: LiveMachine, sessionUuid: string, session: EarlierSession | undefined): void {
    machine.sessions.delete(sessionUuid)
    machine.sessions.set(sessionUuid, session && { generation: session.generation, sequence: session.sequence })
    for (const oldest of machine.sessions.keys()) {
      if (machine.sessions.size <= sessionsKept) return
      machine.sessions.delete(oldest)
    }
  }

  /** The machine is read again when it is next needed. */
  drop(id: number): void {
    this.machines.delete(id)
    this.invalidated.delete(id)
  }

  /**
   * Another process committed this game of a machine. Answers whether it is the newest that is known now, and with it whether
   * a game has settled; `busy` where the machine is being read or written here, `unknown` where it is not in memory.
   */
  takeOver(id: number, game: Pick<StoredGame, 'id' | 'state'>): { isSettled: boolean } | 'older' | 'busy' | 'unknown' {
    const machine = this.machines.get(id)
    if (this.loading.has(id) || this.writing.isPending(id)) return 'busy'
    if (!machine) {
      this.subscriptions.unsubscribe(id)
      return 'unknown'
    }
    const before = machine.stored
    if (before && !isNewer(game, before)) return 'older'
    if (before && before.state.sessionUuid !== game.state.sessionUuid)
      this.remember(machine, before.state.sessionUuid, before.state)
    machine.stored = { ...game, players: before?.id === game.id ? before.players : new Map<number, never>() }
    machine.newest = game.state
    machine.lastSeenAt = Math.max(machine.lastSeenAt, this.elapsedAt(game.state.updatedAt))
    return {
      isSettled:
        game.state.ending !== undefined || (before !== undefined && before.id !== game.id && !before.state.ending),
    }
  }

  /** Another process changed this machine: drops it now (true), or once what is being written here is committed (false). */
  invalidate(id: number, isSettled: boolean): boolean {
    if (this.loading.has(id)) this.changedWhileLoading.add(id)
    if (!this.writing.isPending(id)) {
      this.drop(id)
      return true
    }
    this.invalidated.set(id, isSettled || this.invalidated.get(id) === true)
    return false
  }

  /** Other processes may have written anything. */
  invalidateAll(): void {
    for (const id of new Set([...this.machines.keys(), ...this.loading.keys()])) this.invalidate(id, true)
  }

  /** Drops those of the machines just written that were invalidated; sets in `written` whether their games have settled. */
  dropInvalidated(written: Map<number, boolean>): void {
    if (this.invalidated.size === 0) return
    for (const [id, isSettled] of written) {
      if (!this.invalidated.has(id) || this.writing.isPending(id)) continue
      written.set(id, isSettled || this.invalidated.get(id) === true)
      this.drop(id)
    }
  }

  private async load(id: number): Promise<LiveMachine> {
    await this.subscriptions.subscribe(id)
    const { newest, proposal, lastSeenAt } = await this.read(id)
    const machine: LiveMachine = {
      id,
      stored: newest,
      newest: newest?.state,
      proposal,
      claimReads: new LatestRead(),
      proposalReads: new LatestRead(),
      sessions: new Map(),
      learning: new Map(),
      lastSeenAt: this.elapsedAt(lastSeenAt) + writeEveryMs,
    }
    this.evict()
    this.machines.set(id, machine)
    return machine
  }

  private async read(id: number): Promise<StoredMachine> {
    for (;;) {
      this.changedWhileLoading.delete(id)
      const read = await this.store.machine(id)
      if (!this.changedWhileLoading.delete(id)) return read
    }
  }

  private evict() {
    if (this.machines.size < this.maxMachines) return
    for (const id of this.machines.rkeys()) {
      if (this.writing.isPending(id)) continue
      this.machines.delete(id)
      this.subscriptions.unsubscribe(id)
      return
    }
  }

  /** One look-up for all entries that wait for it, so that they continue in the order in which they arrived. */
  private learn(machine: LiveMachine, sessionUuid: string): Promise<void> {
    let learning = machine.learning.get(sessionUuid)
    if (!learning) {
      learning = this.store
        .session(machine.id, sessionUuid)
        .then(async (session) => {
          this.remember(machine, sessionUuid, session)
          // Another process began it since this one read the machine: it is the newest session, not an earlier one.
          const isNewer = session !== undefined && session.id > (machine.stored?.id ?? 0)
          if (isNewer && !this.invalidate(machine.id, true)) await this.writing.stored(machine.id).catch(() => {})
        })
        .finally(() => machine.learning.delete(sessionUuid))
      machine.learning.set(sessionUuid, learning)
    }
    return learning
  }
}
