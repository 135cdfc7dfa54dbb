import type { Entry, Game } from '@multiball/shared/schema'
import { clockOf } from '../clock'
import type { Clock } from '../clock'
import type { Origin } from '../http/auth'
import { unavailable } from '../http/refusals'
import { applyEntry, isAbandoned, mayHavePlayed, settled, silenceMs } from './gameRules'
import type { GameState } from './gameState'
import { gameToWire, recordedEntry } from './gameToWire'
import type { RecordedEntry } from './gameToWire'
import { versionOf } from './games.store'
import type { GameRow, GameStore } from './games.store'
import { GroupCommit, Overtaken } from './groupCommit'
import { LastSeen, writeEveryMs } from './lastSeen'
import { LiveMachines } from './liveMachines'
import type { LiveMachine } from './liveMachines'

export type { RecordedEntry } from './gameToWire'

export interface GamesOptions extends Partial<Clock> {
  /** told of commits that failed, and of everything else that only a log can take */
  onError?: (error: unknown) => void
  /** entries that may wait for a commit; more are refused with 503 */
  maxWaiting?: number
  /** where machines find this server, without a slash at its end: their players' pictures have whole addresses */
  publicUrl?: string
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

const isSameGame = (one: GameState, other: GameState) => one.sessionUuid === other.sessionUuid && one.generation === other.generation

const sweepLimit = 500
/** A clock that is off by less from one sweep to the next is only put right. */
const stepMs = 30_000
/** of one entry, while another process takes entries of the same machine */
const mostAttempts = 10

/**
 * The games of all machines. Entries are judged in memory and written in groups; readers see only what is
 * committed. After a commit that failed, or may have, the machine is read from the database again.
 */
export class Games {
  private readonly machines: LiveMachines
  private readonly listeners = new Set<ChangeListener>()
  private readonly renameListeners = new Set<(userId: number, origin: Origin) => void>()
  private readonly lastSeen: LastSeen
  private readonly group: GroupCommit
  private readonly clock: Clock
  /** by `elapsed`: since then it could hear machines, and stored moments are of this clock */
  private listeningSince: number
  /** ms between the two times of the clock; it changes where the clock is set */
  private clockOffset: number
  private sweeping: Promise<number> | undefined
  private readonly onError: (error: unknown) => void
  private readonly publicUrl: string
  private isClosing = false
  private recorded = 0

  constructor(
    private readonly store: GameStore,
    { onError = () => {}, maxWaiting = 5_000, publicUrl = '', maxMachines = 20_000, ...clock }: GamesOptions = {},
  ) {
    this.clock = clockOf(clock)
    this.listeningSince = this.clock.elapsed()
    this.clockOffset = this.clock.now() - this.clock.elapsed()
    this.onError = onError
    this.publicUrl = publicUrl
    this.lastSeen = new LastSeen((moments) => store.writeLastSeen(moments), this.clock, onError)
    this.group = new GroupCommit(
      (rows) => store.commit(rows),
      { stored: (rows, ids) => this.stored(rows, ids), lost: (machines, error) => this.lost(machines, error) },
      maxWaiting,
      this.clock.elapsed,
    )
    this.machines = new LiveMachines(store, this.group, maxMachines, (moment) => this.elapsedAt(moment))
  }

  /** Takes one entry of a machine. Resolves when it is committed. Throws 503 when it is not, or may not be: it can be sent again. */
  async record(venueMachineId: number, entry: Entry): Promise<RecordedEntry> {
    await this.write(
      venueMachineId,
      (machine) => {
        this.hear(machine)
        return applyEntry(machine.newest, machine.sessions.get(entry.session_uuid), entry, this.clock.now())
      },
      entry.session_uuid,
    )
    this.recorded += 1
    const { stored } = this.machines.known(venueMachineId) ?? (await this.machines.find(venueMachineId))
    return stored ? recordedEntry(stored, this.publicUrl) : { scores: [] }
  }

  /** Entries acknowledged since the start, those that wait for their commit, and for how long the first of these has. */
  get figures(): { recorded: number; waiting: number; waitingMs: number } {
    return { recorded: this.recorded, waiting: this.group.waitingCount, waitingMs: this.group.waitingMs }
  }

  /**
   * A sign of life; `active` false says that no game is played. Throws 503 like record.
   * @param signedOnAt when its sender started, ms since 1970, where that is known
   */
  async heartbeat(venueMachineId: number, active?: boolean, signedOnAt?: number): Promise<void> {
    const { newest } = await this.machines.find(venueMachineId)
    // Of a game that it cannot have played, a client that does not speak of games says nothing: silence ends that one.
    if (active !== undefined || !newest || newest.ending || mayHavePlayed(newest, signedOnAt)) this.lastSeen.note(venueMachineId)
    if (active === false) await this.settle(venueMachineId, (game) => mayHavePlayed(game, signedOnAt))
  }

  /** The machine restarted: a game in progress ends unsuccessfully. Throws 503 like record. */
  async interrupt(venueMachineId: number): Promise<void> {
    this.lastSeen.note(venueMachineId)
    await this.settle(venueMachineId, () => false)
  }

  /** The newest game of a machine as it is stored; null when none was ever played. */
  async current(venueMachineId: number): Promise<Game | null> {
    const { stored } = this.machines.known(venueMachineId) ?? (await this.machines.find(venueMachineId))
    return stored ? gameToWire(venueMachineId, stored) : null
  }

  /** How many ms ago this process last saw a machine; undefined where it never did. */
  silentMs(venueMachineId: number): number | undefined {
    const lastSeenAt = this.lastSeen.last(venueMachineId)
    return lastSeenAt === undefined ? undefined : this.clock.elapsed() - lastSeenAt
  }

  /** Someone claimed a slot of the machine's newest game, or was renamed. */
  async claimed(venueMachineId: number, origin: Origin = 'here'): Promise<void> {
    const machine = await this.machines.find(venueMachineId)
    const { stored } = machine
    const players = stored && (await this.store.claims(stored.id))
    if (players && machine.stored?.id === stored.id) machine.stored = { ...machine.stored, players }
    this.announce(new Map([[venueMachineId, true]]), origin)
  }

  /** A user was renamed, or has another picture: everything that shows players is told. */
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
    if (this.machines.invalidate(venueMachineId, isSettled)) this.announce(new Map([[venueMachineId, isSettled]]), 'elsewhere')
  }

  /** Other processes may have written anything: all is read again. Nobody is told. */
  invalidateAll(): void {
    this.machines.invalidateAll()
  }

  /** Settles games whose machines have been silent for five minutes; to be called now and then, whether the last call is done or not. Answers how many. */
  sweep(): Promise<number> {
    this.sweeping ??= this.sweepOnce().finally(() => (this.sweeping = undefined))
    return this.sweeping
  }

  private async sweepOnce(): Promise<number> {
    this.noticeStep()
    const elapsed = this.clock.elapsed()
    if (elapsed - this.listeningSince < silenceMs) return 0
    const now = this.clock.now()
    const playing = this.machines.all().filter(({ newest }) => newest && !newest.ending).map(({ id }) => id)
    for (const id of await this.store.running({ from: now - silenceMs, to: now + silenceMs }, playing, sweepLimit)) {
      // One that is remembered plays a game of another process, which did not tell.
      if (this.machines.known(id)) this.changedElsewhere(id, true)
      await this.machines.find(id)
    }
    const isSilent = (machine: LiveMachine) => isAbandoned(machine.newest, this.lastSeenOf(machine), elapsed)
    const silent: Promise<void>[] = []
    for (const machine of this.machines.all().filter(isSilent)) {
      // Another process may have seen it, and written when.
      await this.hearElsewhere(machine)
      if (isSilent(await this.machines.find(machine.id))) silent.push(this.settle(machine.id, () => false, isSilent))
    }
    const outcomes = await Promise.allSettled(silent)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  /** Finishes what is at work; new entries are refused. */
  async close(): Promise<void> {
    this.isClosing = true
    await this.group.idle()
    await this.lastSeen.flush()
  }

  private settle(venueMachineId: number, isSuccessful: (game: GameState) => boolean, mayBe: (machine: LiveMachine) => boolean = () => true): Promise<void> {
    return this.write(venueMachineId, (machine) =>
      machine.newest && !machine.newest.ending && mayBe(machine) ? [settled(machine.newest, isSuccessful(machine.newest), this.clock.now())] : [],
    )
  }

  /**
   * Resolves when what was judged is committed, with all that it builds on. Judged again where another process was faster.
   * The session is one that the judge must know.
   */
  private async write(venueMachineId: number, judge: (machine: LiveMachine) => readonly GameState[], session?: string): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const machine = this.machines.knowing(venueMachineId, session) ?? (await this.machines.findKnowing(venueMachineId, session))
      // It may have been dropped in the moment between.
      if (this.machines.known(venueMachineId) !== machine) continue
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
    if (before && before.sessionUuid !== newest.sessionUuid) this.machines.remember(machine, before.sessionUuid, before)
    machine.newest = newest
    this.group.put(
      states.map((state) => ({ venueMachineId: machine.id, state, base: before && isSameGame(before, state) ? versionOf(before) : undefined })),
    )
  }

  private hear(machine: LiveMachine) {
    machine.lastSeenAt = this.lastSeen.note(machine.id)
  }

  /** Reads again what is stored of a machine that this process has not seen for a long time. */
  private async hearElsewhere(machine: LiveMachine) {
    const { newest, lastSeenAt } = await this.store.machine(machine.id)
    const at = this.elapsedAt(lastSeenAt)
    if (at > (this.lastSeen.last(machine.id) ?? Number.NEGATIVE_INFINITY)) machine.lastSeenAt = Math.max(machine.lastSeenAt, at + writeEveryMs)
    const isOther = newest?.id !== machine.stored?.id || newest?.state.sequence !== machine.stored?.state.sequence || Boolean(newest?.state.ending) !== Boolean(machine.stored?.state.ending)
    // Nobody told us: the process that should have is gone.
    if (isOther) this.changedElsewhere(machine.id, true)
  }

  /** By `elapsed`. While this process was down it could hear nobody. */
  private lastSeenOf = (machine: LiveMachine) => Math.max(machine.lastSeenAt, this.lastSeen.last(machine.id) ?? Number.NEGATIVE_INFINITY, this.listeningSince)

  /** A stored moment (ms since 1970) by `elapsed`; long ago where it is still to come: a clock that was ahead has written it. */
  private elapsedAt(moment: number) {
    const { now, elapsed } = this.clock
    const ageMs = now() - moment
    return ageMs < -stepMs ? Number.NEGATIVE_INFINITY : elapsed() - Math.max(0, ageMs)
  }

  /** Where the clock was set, stored times say nothing about silence: machines get the whole wait again. */
  private noticeStep() {
    const { now, elapsed } = this.clock
    const offset = now() - elapsed()
    if (Math.abs(offset - this.clockOffset) >= stepMs) this.listeningSince = elapsed()
    this.clockOffset = offset
  }

  private refuseWhenClosing() {
    if (this.isClosing) throw unavailable()
  }

  private stored(rows: readonly GameRow[], ids: readonly (number | undefined)[]) {
    const changed = new Map<number, boolean>()
    for (const [at, { venueMachineId, state }] of rows.entries()) {
      const id = ids[at]
      const machine = this.machines.known(venueMachineId)
      if (id === undefined || !machine) continue
      const players = machine.stored?.id === id ? machine.stored.players : new Map<number, never>()
      machine.stored = { id, state, players }
      changed.set(venueMachineId, changed.get(venueMachineId) === true || state.ending !== undefined)
    }
    // What another process has changed while these were written is read again now.
    this.machines.dropInvalidated(changed)
    this.announce(changed, 'here')
  }

  private lost(machines: ReadonlySet<number>, error: unknown) {
    for (const id of machines) this.machines.drop(id)
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
}
