import type { Entry, Game } from '@multiball/shared/schema'
import { clockOf } from '../../ground/process/clock'
import type { Clock, Schedule } from '../../ground/process/clock'
import { Listeners } from '../../ground/process/listeners'
import type { Origin } from '../../ground/http/auth'
import { WindowLimit } from '../../ground/http/limits'
import { conflict, unavailable, type Refusal } from '../../ground/http/refusals'
import {
  applyEntry,
  isAbandoned,
  isSameGame,
  isTestRunning,
  mayHavePlayed,
  settled,
  silenceMs,
  stepMs,
  takesTurns,
} from './gameRules'
import type { GameState } from './gameRules'
import { gameToWire, recordedEntry } from './gameToWire'
import type { RecordedEntry, StoredGame } from './gameToWire'
import { versionOf } from './games.store'
import type { GameRow, GameStore } from './games.store'
import { GroupCommit, Overtaken } from './groupCommit'
import { LastSeen, writeEveryMs } from './lastSeen'
import { LiveMachines } from './liveMachines'
import { withProposed } from './proposals'
import type { LiveMachine, MachineSubscriptions } from './liveMachines'

export type { RecordedEntry } from './gameToWire'

export interface GamesOptions extends Partial<Clock> {
  /** for what is written a moment later; by Node's timers unless given */
  later?: Schedule
  /** receives failed commits, and every other error that can only be logged */
  onError?: (error: unknown) => void
  /** entries that may wait for a commit; more are refused with 503 */
  maxWaiting?: number
  /** ms between the beginnings of two commits of few games; undefined: each begins once the one before is through */
  commitsApartMs?: number
  /** this server's public address, no trailing slash: machines are sent absolute addresses of players' pictures */
  publicUrl?: string
  /** machines kept in memory; any other is read from the database again when it is needed */
  maxMachines?: number
  /** how other processes on the database are heard; without it there are none */
  subscriptions?: MachineSubscriptions
  /** asked before a game begins; without it each may */
  newGames?: NewGames
}

/** Who says whether another game may begin on a machine. */
export interface NewGames {
  /** why none may now */
  refusal(venueMachineId: number): Refusal | undefined
  /** one has begun at this time (ms since 1970), and is stored */
  begun(venueMachineId: number, startedAt: number): void
}

const unlimited: NewGames = { refusal: () => undefined, begun: () => {} }
const noSubscriptions: MachineSubscriptions = { subscribe: async () => {}, unsubscribe: () => {} }

/** What is known about a change to a machine's games. */
export interface MachineChange {
  /** leaderboards may count different scores now: a game has settled, a slot was claimed, or it is unknown what was written */
  isSettled: boolean
  /** no more than the state of its newest game */
  isState: boolean
  origin: Origin
}

export type ChangeListener = (venueMachineId: number, change: MachineChange) => void

/** A machine's newest game as it is shown now. */
export interface ShownNow {
  /** null when none was ever played */
  game: Game | null
  /** ms since 1970; undefined: for as long as nothing happens */
  until?: number
}

const sweepLimit = 500
/** entries that may be late, in a minute; of more, two senders take turns */
const mostLate = 2
const minuteMs = 60_000
const sharedKeySentence =
  'Two machines send their games with one key, in turns: a newer game is being played. Make a key for each machine.'
/** for one entry, while another process takes entries of the same machine */
const mostAttempts = 10

/**
 * The games of all machines. Entries are judged in memory and written in groups; readers see only what is
 * committed. After a commit that failed, or may have, the machine is read from the database again.
 */
export class Games {
  private readonly machines: LiveMachines
  private readonly listeners: Listeners<Parameters<ChangeListener>>
  private readonly renameListeners: Listeners<[userId: number, origin: Origin]>
  private readonly lastSeen: LastSeen
  private readonly group: GroupCommit
  private readonly clock: Clock
  /** by `elapsed`: since then this process could see machines, and stored times are by this clock */
  private watchingSince: number
  /** `now` minus `elapsed`, in ms; it changes when the clock is set */
  private clockOffset: number
  private sweeping: Promise<number> | undefined
  private readonly onError: (error: unknown) => void
  private readonly publicUrl: string
  private readonly newGames: NewGames
  private readonly late: WindowLimit
  private readonly toldOfTurns: WindowLimit
  private isClosing = false
  private recorded = 0

  constructor(
    private readonly store: GameStore,
    {
      onError = () => {},
      maxWaiting = 5_000,
      publicUrl = '',
      commitsApartMs,
      maxMachines = 20_000,
      subscriptions = noSubscriptions,
      newGames = unlimited,
      later,
      ...clock
    }: GamesOptions = {},
  ) {
    this.clock = clockOf(clock)
    this.watchingSince = this.clock.elapsed()
    this.clockOffset = this.clock.now() - this.clock.elapsed()
    this.onError = onError
    this.listeners = new Listeners(onError)
    this.renameListeners = new Listeners(onError)
    this.publicUrl = publicUrl
    this.newGames = newGames
    this.late = new WindowLimit(mostLate, minuteMs, this.clock.elapsed)
    this.toldOfTurns = new WindowLimit(1, minuteMs, this.clock.elapsed)
    this.lastSeen = new LastSeen((moments) => store.writeLastSeen(moments), this.clock, onError, later)
    this.group = new GroupCommit(
      (rows) => store.commit(rows),
      { stored: (rows, ids) => this.stored(rows, ids), lost: (machines, error) => this.lost(machines, error) },
      { maxWaiting, elapsed: this.clock.elapsed, apartMs: commitsApartMs, later },
    )
    this.machines = new LiveMachines(
      store,
      this.group,
      maxMachines,
      maxWaiting,
      (moment) => this.elapsedAt(moment),
      subscriptions,
    )
  }

  /**
   * Records one entry of a machine. Resolves when it is committed. Throws 503 when it is not, or may not be: it can be sent again.
   * Throws the refusal of `newGames` where it would begin a game that may not begin; one that it ends has ended all the same.
   * Throws 409, and changes nothing, where two senders take turns.
   * @param mayBe asked with the machine's newest game; where it says no, nothing is recorded
   */
  async record(
    venueMachineId: number,
    entry: Entry,
    mayBe: (newest: GameState | undefined) => boolean = () => true,
  ): Promise<RecordedEntry> {
    const outcome: { refusal?: Refusal } = {}
    await this.write(
      venueMachineId,
      (machine) => {
        outcome.refusal = undefined
        if (!mayBe(machine.newest)) return []
        this.noteSeen(machine)
        const states = applyEntry(machine.newest, machine.sessions.get(entry.session_uuid), entry, this.clock.now())
        const last = states.at(-1)
        if (!last || (machine.newest && isSameGame(machine.newest, last))) return states
        if (takesTurns(machine.newest, last, this.clock.now())) {
          outcome.refusal = this.turnRefused(venueMachineId)
          return []
        }
        outcome.refusal = this.newGames.refusal(venueMachineId)
        return outcome.refusal ? states.slice(0, -1) : states
      },
      entry.session_uuid,
    )
    if (outcome.refusal) throw outcome.refusal
    this.recorded += 1
    return this.slotsOf(venueMachineId, entry.session_uuid)
  }

  /** The slots of this session and who claimed them, where it is the machine's newest game. */
  async slotsOf(venueMachineId: number, sessionUuid: string): Promise<RecordedEntry> {
    const { stored } = this.machines.known(venueMachineId) ?? (await this.machines.find(venueMachineId))
    // The slots of another game would name its players to a machine that repeats what it said of an earlier one.
    return stored?.state.sessionUuid === sessionUuid ? recordedEntry(stored, this.publicUrl) : { scores: [] }
  }

  /** Entries acknowledged since the start, entries waiting for their commit, and how long the first of those has waited (ms). */
  get figures(): { recorded: number; waiting: number; waitingMs: number } {
    return { recorded: this.recorded, waiting: this.group.waitingCount, waitingMs: this.group.waitingMs }
  }

  /**
   * A sign of life; `active` false means that no game is being played. Throws 503 like record.
   * @param signedOnAt when its sender started, ms since 1970, where that is known
   */
  async heartbeat(venueMachineId: number, active?: boolean, signedOnAt?: number): Promise<void> {
    const { newest } = await this.machines.find(venueMachineId)
    const mayHave = (game: GameState) => mayHavePlayed(game, signedOnAt, this.clock.now())
    // A client that says nothing about games, and cannot have played this one, does not keep it alive: silence ends it.
    if (active !== undefined || !newest || newest.ending || mayHave(newest)) this.lastSeen.note(venueMachineId)
    // A test game is not the machine's own: a device beside it stands idle all the while.
    if (active === false)
      await this.settle(
        venueMachineId,
        mayHave,
        (machine) => !machine.newest || !isTestRunning(machine.newest, this.clock.now()),
      )
  }

  /** The machine restarted: a game in progress ends unsuccessfully. Throws 503 like record. */
  async interrupt(venueMachineId: number): Promise<void> {
    this.lastSeen.note(venueMachineId)
    await this.settle(venueMachineId, () => false)
  }

  /** Ends, unsuccessfully, the games in progress on machines that were retired. Never throws: where it fails, silence settles the game. */
  async endAll(venueMachineIds: readonly number[]): Promise<void> {
    for (const id of venueMachineIds) await this.interrupt(id).catch(this.onError)
  }

  /** The newest game of a machine as it is stored, with whoever is said to play it; null when none was ever played. */
  async current(venueMachineId: number): Promise<Game | null> {
    return (await this.shown(venueMachineId)).game
  }

  /** The same, and until when (ms since 1970) it is so while nothing happens: a program that says who plays may fall silent. */
  async shown(venueMachineId: number): Promise<ShownNow> {
    const { stored, proposal } = this.machines.known(venueMachineId) ?? (await this.machines.find(venueMachineId))
    if (!stored) return { game: null }
    const now = this.clock.now()
    const until = proposal && now < proposal.until ? proposal.until : undefined
    return {
      game: gameToWire(venueMachineId, {
        ...stored,
        players: withProposed(stored.players, proposal, stored.state, now),
      }),
      until,
    }
  }

  /** The same with those alone who claimed a slot. */
  async claimable(venueMachineId: number): Promise<Game | null> {
    const { stored } = await this.machines.find(venueMachineId)
    return stored ? gameToWire(venueMachineId, stored) : null
  }

  /** How many ms ago this process last saw a machine; undefined where it never did. */
  silentMs(venueMachineId: number): number | undefined {
    const lastSeenAt = this.lastSeen.last(venueMachineId)
    return lastSeenAt === undefined ? undefined : this.clock.elapsed() - lastSeenAt
  }

  /** Someone claimed a slot of the machine's newest game, or a player of it was renamed. */
  async claimed(venueMachineId: number, origin: Origin = 'here'): Promise<void> {
    const machine = await this.machines.find(venueMachineId)
    const { stored } = machine
    if (stored) {
      await machine.claimReads.run(
        () => this.store.claims(stored.id),
        (players) => {
          if (machine.stored?.id === stored.id) machine.stored = { ...machine.stored, players }
        },
      )
    }
    this.announce(new Map([[venueMachineId, true]]), origin)
  }

  /** A program says something else than before of who plays on these machines. */
  async proposed(venueMachineIds: readonly number[], origin: Origin = 'here'): Promise<void> {
    for (const id of venueMachineIds) {
      const machine = await this.machines.find(id)
      await machine.proposalReads.run(
        () => this.store.proposal(id),
        (proposal) => (machine.proposal = proposal),
      )
      this.announce(new Map([[id, false]]), origin)
    }
  }

  /** A board that a program may have posted for is gone, or names other machines: whoever else is at work is told so by itself. */
  proposersChanged(): Promise<void> {
    return this.proposed(
      this.machines
        .all()
        .filter(({ proposal }) => proposal !== undefined)
        .map(({ id }) => id),
      'elsewhere',
    )
  }

  /** A user was renamed, or has a new picture: everything that shows players is told. */
  async renamed(userId: number, origin: Origin = 'here'): Promise<void> {
    for (const id of await this.store.playing(userId)) await this.claimed(id, 'elsewhere')
    this.renameListeners.tell(userId, origin)
  }

  /**
   * Calls the listener after each commit that changed a machine's newest game, in this process or, as far as it told, another.
   * Answers a function that unsubscribes.
   */
  onChange(listener: ChangeListener): () => void {
    return this.listeners.add(listener)
  }

  /** Calls the listener when a user is renamed. Answers a function that unsubscribes. */
  onRename(listener: (userId: number, origin: Origin) => void): () => void {
    return this.renameListeners.add(listener)
  }

  /** The newest game of a machine as it was committed here, if it is in memory. */
  committed(venueMachineId: number): { id: number; state: GameState } | undefined {
    return this.machines.known(venueMachineId)?.stored
  }

  /** The same, read where it is not in memory. */
  async newest(venueMachineId: number): Promise<StoredGame | undefined> {
    return (await this.machines.find(venueMachineId)).stored
  }

  /** Another process committed this game of a machine. It is read again only where the machine is being read or written here. */
  committedElsewhere(venueMachineId: number, game: { id: number; state: GameState }): void {
    const taken = this.machines.takeOver(venueMachineId, game)
    if (taken === 'older') return
    const isSettled = typeof taken === 'object' ? taken.isSettled : game.state.ending !== undefined
    if (taken === 'busy') this.changedElsewhere(venueMachineId, isSettled)
    else this.announce(new Map([[venueMachineId, isSettled]]), 'elsewhere')
  }

  /** Other processes settled games of these machines: leaderboards may count different scores. */
  settledElsewhere(venueMachineIds: readonly number[]): void {
    this.announce(new Map(venueMachineIds.map((id) => [id, true])), 'elsewhere')
  }

  /** Another process wrote something about this machine: it is read again when next needed, once what this process is writing is committed. */
  changedElsewhere(venueMachineId: number, isSettled: boolean): void {
    if (this.machines.invalidate(venueMachineId, isSettled))
      this.announce(new Map([[venueMachineId, isSettled]]), 'elsewhere')
  }

  /** Other processes may have written anything: every machine is read again. Nobody is told. */
  invalidateAll(): void {
    this.machines.invalidateAll()
  }

  /** Settles games whose machines have been silent for five minutes, and returns how many. Call it regularly; calls may overlap. */
  sweep(): Promise<number> {
    this.sweeping ??= this.sweepOnce().finally(() => (this.sweeping = undefined))
    return this.sweeping
  }

  private async sweepOnce(): Promise<number> {
    this.noticeStep()
    const elapsed = this.clock.elapsed()
    if (elapsed - this.watchingSince < silenceMs) return 0
    const now = this.clock.now()
    const playing = this.machines
      .all()
      .filter(({ newest }) => newest && !newest.ending)
      .map(({ id }) => id)
    for (const id of await this.store.running({ from: now - silenceMs, to: now + silenceMs }, playing, sweepLimit)) {
      // A machine in memory here plays a game that another process began without telling.
      if (this.machines.known(id)) this.changedElsewhere(id, true)
      await this.machines.find(id)
    }
    const isSilent = (machine: LiveMachine) => isAbandoned(machine.newest, this.lastSeenOf(machine), elapsed)
    const silent: Promise<boolean>[] = []
    for (const machine of this.machines.all().filter(isSilent)) {
      // Another process may have seen it since, and stored when.
      await this.readLastSeen(machine)
      if (isSilent(await this.machines.find(machine.id))) {
        // Its failure is heard at once: it may come while others are read, and one that nobody hears ends the process.
        silent.push(
          this.settle(machine.id, () => false, isSilent).then(
            () => true,
            () => false,
          ),
        )
      }
    }
    return (await Promise.all(silent)).filter(Boolean).length
  }

  /** Waits for all pending writes; new entries are refused. */
  async close(): Promise<void> {
    this.isClosing = true
    await this.group.idle()
    await this.lastSeen.flush()
  }

  private settle(
    venueMachineId: number,
    isSuccessful: (game: GameState) => boolean,
    mayBe: (machine: LiveMachine) => boolean = () => true,
  ): Promise<void> {
    return this.write(venueMachineId, (machine) =>
      machine.newest && !machine.newest.ending && mayBe(machine)
        ? [settled(machine.newest, isSuccessful(machine.newest), this.clock.now())]
        : [],
    )
  }

  /**
   * Resolves when what was judged is committed, with everything it builds on. Judges again when another process was faster.
   * @param session one that must be in memory for the judge
   */
  private async write(
    venueMachineId: number,
    judge: (machine: LiveMachine) => readonly GameState[],
    session?: string,
  ): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const machine =
        this.machines.knowing(venueMachineId, session) ?? (await this.machines.findKnowing(venueMachineId, session))
      // It may have been dropped in the meantime.
      if (this.machines.known(venueMachineId) !== machine) continue
      const states = judge(machine)
      this.refuseWhenClosing()
      this.group.makeRoom()
      this.apply(machine, states)
      try {
        // A repeated entry waits too: what it repeats may not be committed yet.
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
      states.map((state) => ({
        venueMachineId: machine.id,
        state,
        base: before && isSameGame(before, state) ? versionOf(before) : undefined,
      })),
    )
  }

  /** One entry may only have been late: the owner is told once there are more. */
  private turnRefused(venueMachineId: number): Refusal {
    const machine = String(venueMachineId)
    if (this.late.take(machine) > 0 && this.toldOfTurns.take(machine) === 0)
      this.store.noteSharedKey(venueMachineId).catch(this.onError)
    return conflict(sharedKeySentence)
  }

  private noteSeen(machine: LiveMachine) {
    machine.lastSeenAt = this.lastSeen.note(machine.id)
  }

  /** Reads when a machine that this process has not seen for a long time was last seen by another. */
  private async readLastSeen(machine: LiveMachine) {
    const { newest, lastSeenAt } = await this.store.machine(machine.id)
    const at = this.elapsedAt(lastSeenAt)
    if (at > (this.lastSeen.last(machine.id) ?? Number.NEGATIVE_INFINITY))
      machine.lastSeenAt = Math.max(machine.lastSeenAt, at + writeEveryMs)
    const isOther =
      newest?.id !== machine.stored?.id ||
      newest?.state.sequence !== machine.stored?.state.sequence ||
      Boolean(newest?.state.ending) !== Boolean(machine.stored?.state.ending)
    // Nobody told this process: the one that should have is gone.
    if (isOther) this.changedElsewhere(machine.id, true)
  }

  /** By `elapsed`. While this process was down it could see nobody. */
  private lastSeenOf = (machine: LiveMachine) =>
    Math.max(machine.lastSeenAt, this.lastSeen.last(machine.id) ?? Number.NEGATIVE_INFINITY, this.watchingSince)

  /** A stored time (ms since 1970) by `elapsed`; one in the future counts as long ago: it was written by a clock that was ahead. */
  private elapsedAt(moment: number) {
    const { now, elapsed } = this.clock
    const ageMs = now() - moment
    return ageMs < -stepMs ? Number.NEGATIVE_INFINITY : elapsed() - Math.max(0, ageMs)
  }

  /** After the clock was set, stored times say nothing about silence: every machine gets the full wait again. */
  private noticeStep() {
    const { now, elapsed } = this.clock
    const offset = now() - elapsed()
    if (Math.abs(offset - this.clockOffset) >= stepMs) this.watchingSince = elapsed()
    this.clockOffset = offset
  }

  private refuseWhenClosing() {
    if (this.isClosing) throw unavailable()
  }

  private stored(rows: readonly GameRow[], ids: readonly (number | undefined)[]) {
    const changed = new Map<number, boolean>()
    for (const [at, { venueMachineId, state, base }] of rows.entries()) {
      const id = ids[at]
      if (id !== undefined && base === undefined) this.newGames.begun(venueMachineId, state.startedAt)
      const machine = this.machines.known(venueMachineId)
      if (id === undefined || !machine) continue
      const players = machine.stored?.id === id ? machine.stored.players : new Map<number, never>()
      machine.stored = { id, state, players }
      changed.set(venueMachineId, changed.get(venueMachineId) === true || state.ending !== undefined)
    }
    // What another process changed while these were being written is read again now.
    this.machines.dropInvalidated(changed)
    this.announce(changed, 'here', true)
  }

  private lost(machines: readonly number[], error: unknown) {
    for (const id of machines) this.machines.drop(id)
    if (error !== undefined) this.onError(error)
    // The commit may have succeeded after all, so what is shown may be out of date.
    this.announce(new Map(machines.map((id) => [id, true])), 'here')
  }

  private announce(machines: ReadonlyMap<number, boolean>, origin: Origin, isState = false) {
    for (const [id, isSettled] of machines) this.listeners.tell(id, { isSettled, isState, origin })
  }
}
