import type { Entry, Game } from '@multiball/shared/schema'
import { unavailable } from '../http/refusals'
import { applyEntry, isAbandoned, settled, silenceMs } from './gameRules'
import type { EarlierSession, GameState } from './gameState'
import { gameToWire, recordedEntry } from './gameToWire'
import type { RecordedEntry, StoredGame } from './gameToWire'
import { gameKey } from './games.store'
import type { GameRow, GameStore } from './games.store'
import { GroupCommit } from './groupCommit'
import { Heard } from './heard'

export type { RecordedEntry } from './gameToWire'

export interface GamesOptions {
  /** ms since 1970 */
  now?: () => number
  /** told of commits that failed, and of everything else that only a log can take */
  onError?: (error: unknown) => void
  /** entries that may wait for a commit; more are refused with 503 */
  maxWaiting?: number
  /** machines remembered; those of others are read again when they are asked for */
  maxMachines?: number
}

/** What is remembered of one machine. */
interface LiveMachine {
  id: number
  /** as the rules left it; perhaps not committed yet */
  newest?: GameState
  /** as it is stored, the only thing that anybody is shown */
  stored?: StoredGame
  /** other sessions of this machine by uuid; undefined: never played here */
  readonly sessions: Map<string, EarlierSession | undefined>
  readonly learning: Map<string, Promise<void>>
  heardAt: number
}

const sessionsKept = 8
const sweepLimit = 500

/**
 * The games of all machines. Entries are judged in memory and written in groups; whoever asks sees only what is
 * committed. After a commit that failed, or may have, the machine is read from the database again.
 */
export class Games {
  private readonly machines = new Map<number, LiveMachine>()
  private readonly loading = new Map<number, Promise<LiveMachine>>()
  private readonly listeners = new Set<(venueMachineId: number) => void>()
  private readonly heard: Heard
  private readonly group: GroupCommit
  private readonly now: () => number
  private readonly startedAt: number
  private readonly onError: (error: unknown) => void
  private readonly maxMachines: number
  private isClosing = false

  constructor(
    private readonly store: GameStore,
    { now = Date.now, onError = () => {}, maxWaiting = 5_000, maxMachines = 20_000 }: GamesOptions = {},
  ) {
    this.now = now
    this.startedAt = now()
    this.onError = onError
    this.maxMachines = maxMachines
    this.heard = new Heard((heard) => store.writeHeard(heard), onError)
    this.group = new GroupCommit(
      (rows) => store.commit(rows),
      { stored: (rows, ids) => this.stored(rows, ids), lost: (machines, error) => this.lost(machines, error) },
      maxWaiting,
    )
  }

  /** Takes one entry of a machine. Resolves when it is committed. Throws 503 when it is not, or may not be: it can be sent again. */
  async record(venueMachineId: number, entry: Entry): Promise<RecordedEntry> {
    const machine = await this.machineKnowing(venueMachineId, entry.session_uuid)
    this.hear(machine)
    this.refuseWhenClosing()
    this.group.makeRoom()
    this.apply(machine, applyEntry(machine.newest, machine.sessions.get(entry.session_uuid), entry, this.now()))
    // A repeat waits too: what it repeats may not be committed yet.
    await this.group.stored(venueMachineId)
    const { stored } = await this.machine(venueMachineId)
    return stored ? recordedEntry(stored) : { scores: [] }
  }

  /** A sign of life; `active` false says that no game is played. Throws 503 like record. */
  async heartbeat(venueMachineId: number, active?: boolean): Promise<void> {
    this.heard.note(venueMachineId, this.now())
    if (active === false) await this.settle(await this.machine(venueMachineId), true)
  }

  /** The machine started anew: a game in progress ends unsuccessfully. Throws 503 like record. */
  async interrupt(venueMachineId: number): Promise<void> {
    this.heard.note(venueMachineId, this.now())
    await this.settle(await this.machine(venueMachineId), false)
  }

  /** The newest game of a machine as it is stored; null when none was ever played. */
  async current(venueMachineId: number): Promise<Game | null> {
    const { stored } = this.machines.get(venueMachineId) ?? (await this.machine(venueMachineId))
    return stored ? gameToWire(venueMachineId, stored) : null
  }

  /** When this process last heard a machine, ms since 1970. */
  heardAt(venueMachineId: number): number | undefined {
    return this.heard.last(venueMachineId)
  }

  /** Somebody claimed a slot of the machine's newest game, or is called otherwise now. */
  async claimed(venueMachineId: number): Promise<void> {
    const machine = await this.machine(venueMachineId)
    const { stored } = machine
    if (!stored) return
    const players = await this.store.claims(stored.id)
    if (machine.stored?.id !== stored.id) return
    machine.stored = { ...machine.stored, players }
    this.announce(new Set([venueMachineId]))
  }

  /** Calls the listener after each commit that changed a machine's newest game. Answers a function that ends that. */
  onChange(listener: (venueMachineId: number) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Settles games whose machines have been silent for five minutes; to be called now and then. Answers how many. */
  async sweep(now = this.now()): Promise<number> {
    // While this process was down it could hear nobody.
    if (now - this.startedAt < silenceMs) return 0
    for (const id of await this.store.running(now - silenceMs, sweepLimit)) if (!this.machines.has(id)) await this.machine(id)
    const silent = [...this.machines.values()].filter((machine) => isAbandoned(machine.newest, this.lastHeard(machine), now))
    const outcomes = await Promise.allSettled(silent.map((machine) => this.settle(machine, false)))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  /** Finishes what is at work; new entries are refused. */
  async close(): Promise<void> {
    this.isClosing = true
    await this.group.idle()
    await this.heard.flush()
  }

  private async settle(machine: LiveMachine, isSuccessful: boolean) {
    this.refuseWhenClosing()
    this.group.makeRoom()
    if (machine.newest && !machine.newest.ending) this.apply(machine, [settled(machine.newest, isSuccessful, this.now())])
    await this.group.stored(machine.id)
  }

  private apply(machine: LiveMachine, states: readonly GameState[]) {
    const newest = states.at(-1)
    if (!newest) return
    const before = machine.newest
    if (before && before.sessionUuid !== newest.sessionUuid) this.remember(machine, before.sessionUuid, before)
    machine.newest = newest
    this.group.put(states.map((state) => ({ venueMachineId: machine.id, state })))
  }

  private hear(machine: LiveMachine) {
    machine.heardAt = this.now()
    this.heard.note(machine.id, machine.heardAt)
  }

  private lastHeard = (machine: LiveMachine) => Math.max(machine.heardAt, this.heard.last(machine.id) ?? 0, this.startedAt)

  private refuseWhenClosing() {
    if (this.isClosing) throw unavailable()
  }

  private stored(rows: readonly GameRow[], ids: ReadonlyMap<string, number>) {
    const changed = new Set<number>()
    for (const { venueMachineId, state } of rows) {
      const id = ids.get(gameKey(venueMachineId, state))
      const machine = this.machines.get(venueMachineId)
      if (id === undefined || !machine) continue
      const players = machine.stored?.id === id ? machine.stored.players : new Map<number, never>()
      machine.stored = { id, state, players }
      changed.add(venueMachineId)
    }
    this.announce(changed)
  }

  private lost(machines: ReadonlySet<number>, error: unknown) {
    for (const id of machines) this.machines.delete(id)
    if (error !== undefined) this.onError(error)
    // What is shown may be behind now, when the commit came through after all.
    this.announce(machines)
  }

  private announce(machines: ReadonlySet<number>) {
    for (const id of machines) {
      for (const listener of this.listeners) {
        try {
          listener(id)
        } catch (error) {
          this.onError(error)
        }
      }
    }
  }

  private machine(venueMachineId: number): Promise<LiveMachine> {
    const known = this.machines.get(venueMachineId)
    if (known) return Promise.resolve(known)
    let loading = this.loading.get(venueMachineId)
    if (!loading) {
      loading = this.load(venueMachineId).finally(() => this.loading.delete(venueMachineId))
      this.loading.set(venueMachineId, loading)
    }
    return loading
  }

  private async load(venueMachineId: number): Promise<LiveMachine> {
    const { newest, heardAt } = await this.store.machine(venueMachineId)
    const machine: LiveMachine = { id: venueMachineId, stored: newest, newest: newest?.state, sessions: new Map(), learning: new Map(), heardAt }
    this.evict()
    this.machines.set(venueMachineId, machine)
    return machine
  }

  private evict() {
    if (this.machines.size < this.maxMachines) return
    for (const id of this.machines.keys()) {
      if (this.group.isPending(id)) continue
      this.machines.delete(id)
      return
    }
  }

  /** The machine, with what the rules must know of this session. */
  private async machineKnowing(venueMachineId: number, sessionUuid: string): Promise<LiveMachine> {
    for (;;) {
      const machine = await this.machine(venueMachineId)
      if (machine.newest?.sessionUuid !== sessionUuid && !machine.sessions.has(sessionUuid)) await this.learn(machine, sessionUuid)
      if (this.machines.get(venueMachineId) === machine) return machine
    }
  }

  /** One look-up for all entries that wait for it, so that they go on in the order in which they came. */
  private learn(machine: LiveMachine, sessionUuid: string): Promise<void> {
    let learning = machine.learning.get(sessionUuid)
    if (!learning) {
      learning = this.store
        .session(machine.id, sessionUuid)
        .then((session) => this.remember(machine, sessionUuid, session))
        .finally(() => machine.learning.delete(sessionUuid))
      machine.learning.set(sessionUuid, learning)
    }
    return learning
  }

  private remember(machine: LiveMachine, sessionUuid: string, session: EarlierSession | undefined) {
    machine.sessions.delete(sessionUuid)
    machine.sessions.set(sessionUuid, session && { generation: session.generation, sequence: session.sequence })
    for (const oldest of machine.sessions.keys()) {
      if (machine.sessions.size <= sessionsKept) return
      machine.sessions.delete(oldest)
    }
  }
}
