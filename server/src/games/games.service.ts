import type { Entry, Game } from '@multiball/shared/schema'
import type { Origin } from '../bus/origin'
import { unavailable } from '../http/refusals'
import { applyEntry, isAbandoned, settled, silenceMs } from './gameRules'
import type { EarlierSession, GameState } from './gameState'
import { gameToWire, recordedEntry } from './gameToWire'
import type { RecordedEntry, StoredGame } from './gameToWire'
import { gameKey, versionOf } from './games.store'
import type { GameRow, GameStore, StoredMachine } from './games.store'
import { GroupCommit, Overtaken } from './groupCommit'
import { Heard, writeEveryMs } from './heard'

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

/** What is known of a change of a machine's games. */
export interface MachineChange {
  /** scores that leaderboards count may be others: a game has settled, a slot was claimed, or it is unknown what was written */
  isSettled: boolean
  origin: Origin
}

export type ChangeListener = (venueMachineId: number, change: MachineChange) => void

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

const isSameGame = (one: GameState, other: GameState) => one.sessionUuid === other.sessionUuid && one.generation === other.generation

const isKnownTo = ({ newest, sessions }: LiveMachine, sessionUuid: string | undefined) =>
  sessionUuid === undefined || newest?.sessionUuid === sessionUuid || sessions.has(sessionUuid)

const sessionsKept = 8
const sweepLimit = 500
/** of one entry, while another process takes entries of the same machine */
const mostAttempts = 10

/**
 * The games of all machines. Entries are judged in memory and written in groups; whoever asks sees only what is
 * committed. After a commit that failed, or may have, the machine is read from the database again.
 */
export class Games {
  private readonly machines = new Map<number, LiveMachine>()
  private readonly loading = new Map<number, Promise<LiveMachine>>()
  /** machines that another process has changed while they were read */
  private readonly changedWhileLoading = new Set<number>()
  /** machines that another process has changed while something of them is not committed here, and whether a game has settled */
  private readonly doubted = new Map<number, boolean>()
  private readonly listeners = new Set<ChangeListener>()
  private readonly renameListeners = new Set<(userId: number, origin: Origin) => void>()
  private readonly heard: Heard
  private readonly group: GroupCommit
  private readonly now: () => number
  private readonly startedAt: number
  private readonly onError: (error: unknown) => void
  private readonly maxMachines: number
  private isClosing = false
  private recorded = 0

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
    await this.write(
      venueMachineId,
      (machine) => {
        this.hear(machine)
        return applyEntry(machine.newest, machine.sessions.get(entry.session_uuid), entry, this.now())
      },
      entry.session_uuid,
    )
    this.recorded += 1
    const { stored } = this.machines.get(venueMachineId) ?? (await this.machine(venueMachineId))
    return stored ? recordedEntry(stored) : { scores: [] }
  }

  /** Entries acknowledged since the start, and those that wait for their commit. */
  get figures(): { recorded: number; waiting: number } {
    return { recorded: this.recorded, waiting: this.group.waitingCount }
  }

  /** A sign of life; `active` false says that no game is played. Throws 503 like record. */
  async heartbeat(venueMachineId: number, active?: boolean): Promise<void> {
    this.heard.note(venueMachineId, this.now())
    if (active === false) await this.settle(venueMachineId, true)
  }

  /** The machine started anew: a game in progress ends unsuccessfully. Throws 503 like record. */
  async interrupt(venueMachineId: number): Promise<void> {
    this.heard.note(venueMachineId, this.now())
    await this.settle(venueMachineId, false)
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
  async claimed(venueMachineId: number, origin: Origin = 'here'): Promise<void> {
    const machine = await this.machine(venueMachineId)
    const { stored } = machine
    const players = stored && (await this.store.claims(stored.id))
    if (players && machine.stored?.id === stored.id) machine.stored = { ...machine.stored, players }
    this.announce(new Map([[venueMachineId, true]]), origin)
  }

  /** A user is called otherwise now, or has another picture: whoever shows players is told. */
  async renamed(userId: number, origin: Origin = 'here'): Promise<void> {
    for (const id of await this.store.playing(userId)) await this.claimed(id, 'elsewhere')
    for (const listener of this.renameListeners) this.tell(() => listener(userId, origin))
  }

  /**
   * Calls the listener after each commit that changed a machine's newest game, also where another process has told of it.
   * Answers a function that ends that.
   */
  onChange(listener: ChangeListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Calls the listener when a user is called otherwise. Answers a function that ends that. */
  onRename(listener: (userId: number, origin: Origin) => void): () => void {
    this.renameListeners.add(listener)
    return () => void this.renameListeners.delete(listener)
  }

  /** Another process has written something of this machine: it is read again when it is asked for, after what is being written here. */
  changedElsewhere(venueMachineId: number, isSettled: boolean): void {
    if (this.doubt(venueMachineId, isSettled)) this.announce(new Map([[venueMachineId, isSettled]]), 'elsewhere')
  }

  /** Other processes may have written anything: all is read again. Nobody is told. */
  doubtAll(): void {
    for (const id of new Set([...this.machines.keys(), ...this.loading.keys()])) this.doubt(id, true)
  }

  /** Settles games whose machines have been silent for five minutes; to be called now and then. Answers how many. */
  async sweep(now = this.now()): Promise<number> {
    // While this process was down it could hear nobody.
    if (now - this.startedAt < silenceMs) return 0
    for (const id of await this.store.running(now - silenceMs, sweepLimit)) if (!this.machines.has(id)) await this.machine(id)
    const isSilent = (machine: LiveMachine) => isAbandoned(machine.newest, this.lastHeard(machine), now)
    const silent: Promise<void>[] = []
    for (const machine of [...this.machines.values()].filter(isSilent)) {
      // Another process may have heard it, and written what it heard.
      await this.hearElsewhere(machine)
      if (isSilent(await this.machine(machine.id))) silent.push(this.settle(machine.id, false, isSilent))
    }
    const outcomes = await Promise.allSettled(silent)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  /** Finishes what is at work; new entries are refused. */
  async close(): Promise<void> {
    this.isClosing = true
    await this.group.idle()
    await this.heard.flush()
  }

  private settle(venueMachineId: number, isSuccessful: boolean, mayBe: (machine: LiveMachine) => boolean = () => true): Promise<void> {
    return this.write(venueMachineId, (machine) =>
      machine.newest && !machine.newest.ending && mayBe(machine) ? [settled(machine.newest, isSuccessful, this.now())] : [],
    )
  }

  /**
   * Resolves when what was judged is committed, and all that it builds on. Judged anew where another process was faster.
   * The session is one that the judge must know.
   */
  private async write(venueMachineId: number, judge: (machine: LiveMachine) => readonly GameState[], session?: string): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const machine = this.knowing(venueMachineId, session) ?? (await this.machineKnowing(venueMachineId, session))
      // It may have been dropped in the moment between.
      if (this.machines.get(venueMachineId) !== machine) continue
      const states = judge(machine)
      this.refuseWhenClosing()
      this.group.makeRoom()
      this.apply(machine, states)
      try {
        // A repeat waits too: what it repeats may not be committed yet.
        return await this.group.stored(venueMachineId)
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
      }
    }
    throw unavailable()
  }

  private apply(machine: LiveMachine, states: readonly GameState[]) {
    const newest = states.at(-1)
    if (!newest) return
    const before = machine.newest
    if (before && before.sessionUuid !== newest.sessionUuid) this.remember(machine, before.sessionUuid, before)
    machine.newest = newest
    this.group.put(
      states.map((state) => ({ venueMachineId: machine.id, state, base: before && isSameGame(before, state) ? versionOf(before) : undefined })),
    )
  }

  private hear(machine: LiveMachine) {
    machine.heardAt = this.now()
    this.heard.note(machine.id, machine.heardAt)
  }

  /** Reads again what is stored of a machine that this process has not heard for long. */
  private async hearElsewhere(machine: LiveMachine) {
    const { newest, heardAt } = await this.store.machine(machine.id)
    if (heardAt > (this.heard.last(machine.id) ?? 0)) machine.heardAt = Math.max(machine.heardAt, heardAt + writeEveryMs)
    const isOther = newest?.id !== machine.stored?.id || newest?.state.sequence !== machine.stored?.state.sequence || Boolean(newest?.state.ending) !== Boolean(machine.stored?.state.ending)
    // It was not told of: whoever told is away.
    if (isOther) this.changedElsewhere(machine.id, true)
  }

  private lastHeard = (machine: LiveMachine) => Math.max(machine.heardAt, this.heard.last(machine.id) ?? 0, this.startedAt)

  private refuseWhenClosing() {
    if (this.isClosing) throw unavailable()
  }

  private stored(rows: readonly GameRow[], ids: ReadonlyMap<string, number>) {
    const changed = new Map<number, boolean>()
    for (const { venueMachineId, state } of rows) {
      const id = ids.get(gameKey(venueMachineId, state))
      const machine = this.machines.get(venueMachineId)
      if (id === undefined || !machine) continue
      const players = machine.stored?.id === id ? machine.stored.players : new Map<number, never>()
      machine.stored = { id, state, players }
      changed.set(venueMachineId, changed.get(venueMachineId) === true || state.ending !== undefined)
    }
    if (this.doubted.size > 0) this.dropDoubted(changed)
    this.announce(changed, 'here')
  }

  /** What another process has changed while these were written is read again now. */
  private dropDoubted(written: Map<number, boolean>) {
    for (const [id, isSettled] of written) {
      if (!this.doubted.has(id) || this.group.isPending(id)) continue
      written.set(id, isSettled || this.doubted.get(id) === true)
      this.drop(id)
    }
  }

  /** Drops what is remembered of a machine, or sees to it that this happens after what is being written. True when it is done. */
  private doubt(id: number, isSettled: boolean): boolean {
    if (this.loading.has(id)) this.changedWhileLoading.add(id)
    if (!this.group.isPending(id)) {
      this.drop(id)
      return true
    }
    this.doubted.set(id, isSettled || this.doubted.get(id) === true)
    return false
  }

  private drop(id: number) {
    this.machines.delete(id)
    this.doubted.delete(id)
  }

  private lost(machines: ReadonlySet<number>, error: unknown) {
    for (const id of machines) this.drop(id)
    if (error !== undefined) this.onError(error)
    // What is shown may be behind now, when the commit came through after all.
    this.announce(new Map([...machines].map((id) => [id, true])), 'here')
  }

  private announce(machines: ReadonlyMap<number, boolean>, origin: Origin) {
    for (const [id, isSettled] of machines) for (const listener of this.listeners) this.tell(() => listener(id, { isSettled, origin }))
  }

  private tell(listener: () => void) {
    try {
      listener()
    } catch (error) {
      this.onError(error)
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
    const { newest, heardAt } = await this.readMachine(venueMachineId)
    const machine: LiveMachine = {
      id: venueMachineId,
      stored: newest,
      newest: newest?.state,
      sessions: new Map(),
      learning: new Map(),
      heardAt: heardAt + writeEveryMs,
    }
    this.evict()
    this.machines.set(venueMachineId, machine)
    return machine
  }

  private async readMachine(venueMachineId: number): Promise<StoredMachine> {
    for (;;) {
      this.changedWhileLoading.delete(venueMachineId)
      const read = await this.store.machine(venueMachineId)
      if (!this.changedWhileLoading.delete(venueMachineId)) return read
    }
  }

  private evict() {
    if (this.machines.size < this.maxMachines) return
    for (const id of this.machines.keys()) {
      if (this.group.isPending(id)) continue
      this.machines.delete(id)
      return
    }
  }

  /** What machineKnowing answers, where nothing has to be read. */
  private knowing(venueMachineId: number, sessionUuid: string | undefined): LiveMachine | undefined {
    const machine = this.machines.get(venueMachineId)
    return machine && isKnownTo(machine, sessionUuid) ? machine : undefined
  }

  /** The machine, with what the rules must know of this session. */
  private async machineKnowing(venueMachineId: number, sessionUuid: string | undefined): Promise<LiveMachine> {
    for (;;) {
      const machine = await this.machine(venueMachineId)
      if (sessionUuid !== undefined && !isKnownTo(machine, sessionUuid)) await this.learn(machine, sessionUuid)
      if (this.machines.get(venueMachineId) === machine) return machine
    }
  }

  /** One look-up for all entries that wait for it, so that they go on in the order in which they came. */
  private learn(machine: LiveMachine, sessionUuid: string): Promise<void> {
    let learning = machine.learning.get(sessionUuid)
    if (!learning) {
      learning = this.store
        .session(machine.id, sessionUuid)
        .then(async (session) => {
          this.remember(machine, sessionUuid, session)
          // Begun by another process since this one read the machine: no earlier session, but the newest one.
          const isNewer = session !== undefined && session.id > (machine.stored?.id ?? 0)
          if (isNewer && !this.doubt(machine.id, true)) await this.group.stored(machine.id).catch(() => {})
        })
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
