import type { Server } from 'node:http'
import { liveName } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardChange } from '../../core/boards/changes'
import type { BoardName } from '../../core/boards/visibility'
import { clockOf, schedule } from '../../ground/process/clock'
import type { Clock, Schedule } from '../../ground/process/clock'
import type { MachineChange } from '../../core/games/games.service'
import type { RecentEntry } from '../../core/games/moments/moments.store'
import { anonymous } from '../../ground/http/actors'
import type { Actor } from '../../ground/http/actors'
import { isNotFound, notFound, unavailable } from '../../ground/http/refusals'
import type { TraceContext, Traces } from '../../ground/tracing/traces'
import { Access } from './access'
import type { Opened } from './access'
import { Connections } from './connections'
import { writeFrame } from './frames'
import type { LiveBoard } from './liveBoard'
import { LiveBoards } from './liveBoards'
import { inSlices, paceMs } from './pace'
import type { Pace } from './pace'
import { RecentMoments } from './recentMoments'
import type { BoardSource } from './sources/boardSource'
import type { Connection, Subscription } from './subscription'
import { Subscriptions } from './subscriptions'
import { ViewerKeys } from './viewerKeys'

/*
 * How a committed change reaches the sockets:
 *
 *   1  games, boards or the clock announce it, and every board that shows it becomes stale   dependencyIndex.ts, liveBoard.ts
 *      moments are added to the states that there are                                        recentMoments.ts
 *   2  publishSoon  waits until the board's pace allows another state                        pace.ts
 *   3  publish      makes that state once, from what is stored                               liveBoards.ts, sources/
 *   4  deliver      writes the same bytes to each subscription                               liveBoard.ts, frames.ts
 *
 * Beside this, sockets come and go (connections.ts) and subscribe to boards (subscriptions.ts) that they may see (access.ts).
 */

/** What is needed of the games. */
export interface LiveGames {
  onChange(listener: (venueMachineId: number, change: Pick<MachineChange, 'isSettled'>) => void): () => void
  onRename(listener: (userId: number) => void): () => void
}

export interface HubOptions extends Partial<Clock> {
  /** all keys that open a board, its own among them, and those of boards that contain it */
  viewerKeysOf?: (board: BoardName) => Promise<readonly string[]>
  /** whose login token this is, at this moment */
  userOf?: (token: string) => Promise<Actor>
  /** which machine a venue machine is, asked at each change of its game; undefined while that is not known */
  machineOf?: (venueMachineId: number, isSettled: boolean) => number | undefined
  /** the entries after a place of the stream of moments that may be shown now */
  readMoments?: (after: number) => Promise<readonly RecentEntry[]>
  schedule?: Schedule
  pace?: Pace
  onError?: (error: unknown) => void
  /** boards kept in memory; those with viewers stay even beyond it */
  maxBoards?: number
  maxViewers?: number
  traces?: Pick<Traces, 'current' | 'startState'>
  /** origin of our own pages, which no board has to list among its sites */
  publicOrigin?: string
}

const tickMs = 1_000
const recheckEveryMs = 5_000
const retryMs = 1_000
/** A connection with more than this unsent is behind. */
const queuedBytes = 64 * 1024
const slowestMs = 30_000
/** Viewers from which on a board's states are compressed: a twentieth of what it costs to send them, or less. */
const crowd = 100

/** Publishes what was committed. */
export class LiveHub {
  private readonly boards: LiveBoards
  private readonly moments: RecentMoments
  private readonly keys: ViewerKeys
  private readonly access: Access
  private readonly subscriptions: Subscriptions
  private readonly connections: Connections
  /** connections that do not take what they are sent */
  private readonly slow = new Set<Connection>()
  private readonly elapsed: () => number
  private readonly schedule: Schedule
  private readonly pace: Pace
  private readonly onError: (error: unknown) => void
  private readonly traces: HubOptions['traces']
  private readonly unsubscribe: (() => void)[]
  private published = 0
  private timer: NodeJS.Timeout | undefined
  private recheckedAt: number
  private lookUp: Promise<void> | undefined

  constructor(games: LiveGames, sourceOf: (type: string) => BoardSource | undefined, options: HubOptions = {}) {
    const { now, elapsed } = clockOf(options)
    this.elapsed = elapsed
    this.schedule = options.schedule ?? schedule
    this.pace = options.pace ?? paceMs
    this.onError = options.onError ?? (() => {})
    this.traces = options.traces
    this.boards = new LiveBoards(sourceOf, {
      maxBoards: options.maxBoards ?? 2_000,
      isWatched: (board) => this.subscriptions.of(board).size > 0,
      now,
      machineOf: options.machineOf ?? (() => undefined),
      momentsOf: (view, keys) => this.moments.of(view, keys),
      onOverdue: (board) => this.publishSoon(board),
    })
    this.moments = new RecentMoments({
      read: options.readMoments ?? (async () => []),
      elapsed,
      schedule: this.schedule,
      onChange: (keys) => this.publishAll(this.boards.momentsChanged(keys)),
      onError: this.onError,
    })
    this.keys = new ViewerKeys(options.viewerKeysOf ?? (async () => []), elapsed)
    this.access = new Access(this.boards, this.keys)
    this.subscriptions = new Subscriptions({
      access: this.access,
      keys: this.keys,
      userOf: options.userOf ?? (async () => anonymous),
      begun: (subscription) => this.begun(subscription),
      onError: this.onError,
    })
    this.connections = new Connections({
      begin: (connection, request) => this.subscriptions.begin(connection, request),
      end: (subscription) => this.subscriptions.end(subscription),
      elapsed,
      schedule: this.schedule,
      maxViewers: options.maxViewers ?? 50_000,
      publicOrigin: options.publicOrigin ?? '',
    })
    this.recheckedAt = elapsed()
    this.unsubscribe = [
      games.onChange((venueMachineId, { isSettled }) => this.gameChanged(venueMachineId, isSettled)),
      games.onRename((userId) => {
        this.publishAll(this.boards.playerRenamed(userId))
        this.moments.readAgain()
      }),
    ]
  }

  /** What operators see; `published` counts the states sent to viewers since the start. */
  get figures(): { viewers: number; slow: number; boards: number; published: number } {
    return {
      viewers: this.connections.count,
      slow: this.slow.size,
      boards: this.boards.size,
      published: this.published,
    }
  }

  /** What operators see and takes a walk over all viewers: how many watch each type of board, and what waits to be sent, in bytes. */
  countViewers(): { byType: ReadonlyMap<string, number>; unsentBytes: number } {
    return { byType: this.subscriptions.countsByType, unsentBytes: this.connections.unsentBytes }
  }

  /** The board with its newest state for this audience. Throws the same 404 when there is none and when it may not be seen, or not on this site. */
  open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    return this.access.open(type, id, actor, key, site)
  }

  /** As open, but without waiting; undefined where something would have to be read first. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    return this.access.openNow(type, id, actor, key, site)
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    this.connections.attach(server)
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** Takes a change that the boards' area announced. */
  boardChanged({ type, id, reason }: BoardChange): void {
    if (reason === 'posted') return this.publishAll(this.boards.posted({ type, id }))
    if (reason === 'controlled') return void this.reread(type, id).catch(this.onError)
    // It may have opened machines to everybody, or does not any more.
    this.moments.readAgain()
    // Its key may open boards that it contained.
    this.keys.forget()
    const board = reason === 'deleted' ? this.boards.find(type, id) : undefined
    if (board) this.end(board)
    // It may be on its way into memory, or be part of other boards.
    void this.reread(type, id).catch(this.onError)
  }

  /** A venue machine turned out to be another machine than `machineOf` said: its scores count there. */
  machineMoved(venueMachineId: number): void {
    this.publishAll(this.boards.gameChanged(venueMachineId, true))
  }

  /** There are entries of these venue machines after this place of the stream of moments. */
  momentsTold(venueMachineIds: ReadonlySet<number>, after: number): void {
    this.moments.readAfter(after)
    this.publishAll(this.boards.momentsTold(venueMachineIds))
  }

  /** Any score and any board may have changed unannounced: everything that is watched is made again. */
  allChanged(): void {
    this.publishAll(this.boards.allChanged())
    this.recheckedAt = Number.NEGATIVE_INFINITY
  }

  /** Does what is due; called every second. `now` by `elapsed`. */
  tick(now = this.elapsed()): void {
    for (const connection of this.slow) {
      if (connection.readyState === connection.CLOSED) this.slow.delete(connection)
      else if (now - connection.behindSince >= slowestMs) connection.terminate()
    }
    this.connections.tick(now)
    if (now - this.recheckedAt >= recheckEveryMs) {
      this.recheckedAt = now
      // Another process may have changed a board.
      this.lookUp ??= this.boards
        .outdated()
        .then((boards) => this.rereadAll(boards), this.onError)
        .finally(() => (this.lookUp = undefined))
      this.subscriptions.recheck().catch(this.onError)
    }
    this.publishAll(this.boards.overdue())
  }

  /** Closes every connection, little by little; those still open see every state. */
  async close(): Promise<void> {
    await this.connections.close()
    for (const unsubscribe of this.unsubscribe) unsubscribe()
    clearInterval(this.timer)
    await this.moments.close()
  }

  private gameChanged(venueMachineId: number, isSettled: boolean) {
    const boards = this.boards.gameChanged(venueMachineId, isSettled)
    const context = this.traces?.current(venueMachineId)
    if (context) this.trace(boards, context)
    this.publishAll(boards)
  }

  private trace(boards: Iterable<LiveBoard>, context: TraceContext) {
    for (const board of boards) {
      if (board.traced) board.traced.join(context)
      else if (this.subscriptions.of(board).size > 0) board.traced = this.traces?.startState(context, board.name)
    }
  }

  private publishAll(boards: Iterable<LiveBoard>) {
    for (const board of boards) this.publishSoon(board)
  }

  /** Sends a board's newest state as soon as its pace allows, unless nobody watches or that is already under way. */
  private publishSoon(board: LiveBoard) {
    const { size } = this.subscriptions.of(board)
    if (board.isPublishing || size === 0) return
    board.isPublishing = true
    // Up to a pause early: what comes as often as the pace allows, but never quite evenly, would wait longer each time.
    const due = board.publishedAt + this.pace(size, board.bytes)
    this.schedule(() => void this.publish(board, due).catch(this.onError), board.publishedAt - this.elapsed())
  }

  /** @param due by `elapsed`, when the board's pace has this state; an early one makes the next no earlier */
  private async publish(board: LiveBoard, due: number) {
    board.publishedAt = Math.max(due, this.elapsed())
    try {
      await this.boards.refresh(board)
    } catch (error) {
      this.onError(error)
      if (this.subscriptions.of(board).size > 0)
        return this.schedule(() => void this.publish(board, due).catch(this.onError), retryMs)
    }
    if (board.hasNewPrivateParts) {
      board.hasNewPrivateParts = false
      this.subscriptions.reviewInsiders(board)
    }
    this.published += 1
    board.isCrowded = this.subscriptions.of(board).size >= crowd
    const { seq, traced } = board
    if (traced) {
      board.traced = undefined
      const traceparent = traced.made(this.subscriptions.of(board).size)
      for (const channel of [board.everyone, board.insiders]) channel.follow(traceparent)
    }
    inSlices(
      this.subscriptions.of(board).values(),
      this.schedule,
      (subscription) => this.deliver(subscription),
      () => {
        traced?.sent()
        board.isPublishing = false
        // A poll may have made a newer one meanwhile, which those who were served first have not been sent.
        if (board.freshness !== 'fresh' || board.seq > seq) this.publishSoon(board)
      },
    )
  }

  /** Sends a subscription that has just begun the newest state, and what has changed while that was made. */
  private begun(subscription: Subscription) {
    this.deliver(subscription)
    if (subscription.board && subscription.board.freshness !== 'fresh') this.publishSoon(subscription.board)
  }

  /** Sends one subscription the newest state, unless it has it or its connection is behind. */
  private deliver(subscription: Subscription) {
    const { connection, board, audience } = subscription
    if (!board || connection.behindSince > 0 || connection.readyState !== connection.OPEN) return
    const channel = board.channel(audience)
    if (subscription.seq >= channel.seq) return
    if (connection.stream.writableLength > queuedBytes) return this.fallBehind(connection)
    subscription.seq = channel.seq
    writeFrame(
      connection.stream,
      board.isCrowded && connection.takesDeflated ? channel.deflatedFrame() : channel.frame(),
    )
  }

  /** Sends a connection nothing more until it has taken what waits, and then the newest state of each of its boards. */
  private fallBehind(connection: Connection) {
    connection.behindSince = this.elapsed()
    this.slow.add(connection)
    connection.stream.once('drain', () => {
      connection.behindSince = 0
      this.slow.delete(connection)
      for (const subscription of connection.subscriptions) this.deliver(subscription)
    })
  }

  /**
   * Reads a board again, and then the boards that contain it, and cuts off viewers who may no longer see it. When it
   * cannot be read, all of its viewers are told to come back.
   * @param passed names of what was read again for the same change
   */
  private async reread(type: BoardType, id: number, passed = new Set<string>()) {
    passed.add(liveName(type, id))
    const before = this.boards.find(type, id)
    try {
      const board = await this.boards.reread(type, id)
      if (board?.view.trouble !== undefined) this.subscriptions.cutOffAll(board, unavailable(board.view.trouble))
      else if (board) {
        this.subscriptions.review(board)
        this.publishSoon(board)
      }
    } catch (error) {
      if (!isNotFound(error)) this.onError(error)
      if (before) this.end(before, error)
    }
    for (const container of this.boards.containing({ type, id })) {
      if (!passed.has(container.name)) void this.reread(container.type, container.id, passed).catch(this.onError)
      else {
        // A remote's board may contain itself: it is made again, and not read for ever.
        container.note('changed')
        this.publishSoon(container)
      }
    }
  }

  private rereadAll(boards: readonly BoardName[]) {
    const passed = new Set<string>()
    for (const { type, id } of boards) void this.reread(type, id, passed).catch(this.onError)
  }

  /** Forgets a board and cuts off its viewers. */
  private end(board: LiveBoard, reason: unknown = notFound()) {
    this.boards.remove(board)
    this.subscriptions.cutOffAll(board, reason)
  }
}
