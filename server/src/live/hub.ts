import type { Server } from 'node:http'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardChange } from '../boards/changes'
import type { BoardName } from '../boards/visibility'
import { clockOf } from '../clock'
import type { Clock } from '../clock'
import type { MachineChange } from '../games/games.service'
import { anonymous } from '../http/actors'
import type { Actor } from '../http/actors'
import { isNotFound, notFound, unavailable } from '../http/refusals'
import { Access, ViewerKeys } from './access'
import type { Opened } from './access'
import { LiveBoards } from './board'
import type { LiveBoard } from './board'
import { writeFrame } from './frames'
import { inSlices, paceMs, schedule } from './pace'
import type { Pace, Schedule } from './pace'
import type { BoardSource } from './sources/boardSource'
import { Viewers } from './viewers'
import type { Connection, Subscription } from './viewers'

/*
 * The way of a change to the sockets, once it is committed:
 *
 *   the games, the boards' area or the clock say what has changed
 *   the boards that show it are stale from then on         board.ts
 *   publishSoon  each at its pace, however much changes    pace.ts
 *   publish      its state is made once, of what is stored board.ts, sources/
 *   deliver      and written to each subscription, as the same bytes   frames.ts
 *
 * Viewers come and go beside it (viewers.ts), and are shown what they may see (access.ts).
 */

/** What is needed of the games. */
export interface LiveGames {
  onChange(listener: (venueMachineId: number, change: Pick<MachineChange, 'isSettled'>) => void): () => void
  onRename(listener: (userId: number) => void): () => void
}

export interface HubOptions extends Partial<Clock> {
  /** all keys that open a board, its own among them, and those of boards that contain it */
  viewerKeysOf?: (board: BoardName) => Promise<readonly string[]>
  /** whose a login token is, now */
  userOf?: (token: string) => Promise<Actor>
  /** the title of a venue machine; undefined while it is not known */
  titleOf?: (venueMachineId: number) => number | undefined
  schedule?: Schedule
  pace?: Pace
  onError?: (error: unknown) => void
  /** boards in memory; those with viewers stay whatever it says */
  maxBoards?: number
  maxViewers?: number
  /** of our own pages, which no board's list of sites needs to name */
  publicOrigin?: string
}

const tickMs = 1_000
const recheckEveryMs = 5_000
const retryMs = 1_000
/** What waits for a connection before it counts as behind. */
const queuedBytes = 64 * 1024
const slowestMs = 30_000

/** Publishes what is committed. */
export class LiveHub {
  private readonly boards: LiveBoards
  private readonly keys: ViewerKeys
  private readonly access: Access
  private readonly viewers: Viewers
  /** those that do not take what they are sent */
  private readonly slow = new Set<Connection>()
  private readonly elapsed: () => number
  private readonly schedule: Schedule
  private readonly pace: Pace
  private readonly onError: (error: unknown) => void
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
    this.boards = new LiveBoards(sourceOf, {
      maxBoards: options.maxBoards ?? 2_000,
      isWatched: (board) => this.viewers.of(board).size > 0,
      now,
      titleOf: options.titleOf ?? (() => undefined),
      onOverdue: (board) => this.publishSoon(board),
    })
    this.keys = new ViewerKeys(options.viewerKeysOf ?? (async () => []), elapsed)
    this.access = new Access(this.boards, this.keys)
    this.viewers = new Viewers({
      access: this.access,
      keys: this.keys,
      userOf: options.userOf ?? (async () => anonymous),
      deliver: (subscription) => this.deliver(subscription),
      elapsed,
      schedule: this.schedule,
      maxViewers: options.maxViewers ?? 50_000,
      publicOrigin: options.publicOrigin ?? '',
      onError: this.onError,
    })
    this.recheckedAt = elapsed()
    this.unsubscribe = [
      games.onChange((venueMachineId, { isSettled }) => this.publishAll(this.boards.machineChanged(venueMachineId, isSettled))),
      games.onRename((userId) => this.publishAll(this.boards.playerRenamed(userId))),
    ]
  }

  /** How many sockets are open. */
  get viewerCount(): number {
    return this.viewers.count
  }

  /** What operators want to see; `published` counts states that went to viewers since the start. */
  get figures(): { viewers: number; slow: number; boards: number; published: number } {
    return { viewers: this.viewers.count, slow: this.slow.size, boards: this.boards.size, published: this.published }
  }

  /** The board with its newest state for this audience. Throws the same 404 when there is none and when it may not be seen, or not on this site. */
  open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    return this.access.open(type, id, actor, key, site)
  }

  /** What open answers, where nothing has to be waited for: polls of a board that many watch. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    return this.access.openNow(type, id, actor, key, site)
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    this.viewers.attach(server)
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** What the boards' area tells of a change. */
  boardChanged({ type, id, reason }: BoardChange): void {
    if (reason === 'posted') return this.publishAll(this.boards.posted({ type, id }))
    // What its key opens, it may have contained.
    this.keys.forget()
    const board = reason === 'deleted' ? this.boards.find(type, id) : undefined
    if (board) this.end(board)
    // It may be on its way into memory, and others may contain it.
    void this.reread(type, id)
  }

  /** Any score may have changed without a word of it, and any board: what is watched is made anew. */
  allChanged(): void {
    this.publishAll(this.boards.allChanged())
    this.recheckedAt = Number.NEGATIVE_INFINITY
  }

  /** What is due; called every second. `now` by `elapsed`. */
  tick(now = this.elapsed()): void {
    for (const connection of this.slow) {
      if (connection.readyState === connection.CLOSED) this.slow.delete(connection)
      else if (now - connection.behindSince >= slowestMs) connection.terminate()
    }
    this.viewers.tick(now)
    if (now - this.recheckedAt >= recheckEveryMs) {
      this.recheckedAt = now
      // Another process may have changed a board.
      this.lookUp ??= this.boards
        .outdated()
        .then((boards) => this.rereadAll(boards), this.onError)
        .finally(() => (this.lookUp = undefined))
      this.viewers.recheck().catch(this.onError)
    }
    this.publishAll(this.boards.overdue())
  }

  /** Sends everybody away, to come back in a moment. */
  async close(): Promise<void> {
    for (const unsubscribe of this.unsubscribe) unsubscribe()
    clearInterval(this.timer)
    await this.viewers.close()
  }

  private publishAll(boards: Iterable<LiveBoard>) {
    for (const board of boards) this.publishSoon(board)
  }

  /** Brings a board up to date and sends its state, unless that is on its way or nobody watches. */
  private publishSoon(board: LiveBoard) {
    const { size } = this.viewers.of(board)
    if (board.isPublishing || size === 0) return
    board.isPublishing = true
    this.schedule(() => void this.publish(board), board.publishedAt + this.pace(size, board.bytes) - this.elapsed())
  }

  private async publish(board: LiveBoard) {
    board.publishedAt = this.elapsed()
    try {
      await this.boards.refresh(board)
    } catch (error) {
      this.onError(error)
      if (this.viewers.of(board).size > 0) return this.schedule(() => void this.publish(board), retryMs)
    }
    if (board.isNewlyParted) {
      board.isNewlyParted = false
      this.viewers.reviewInsiders(board)
    }
    this.published += 1
    const { seq } = board
    const done = () => {
      board.isPublishing = false
      // A poll may have had a newer state made, of which those who were sent theirs first have not heard.
      if (board.freshness !== 'fresh' || board.seq > seq) this.publishSoon(board)
    }
    inSlices(this.viewers.of(board).values(), this.schedule, (subscription) => this.deliver(subscription), done)
  }

  /** The newest state for one subscription, unless it has it, or its connection does not take what it was sent before. */
  private deliver(subscription: Subscription) {
    const { connection, board, audience } = subscription
    if (!board || connection.behindSince > 0 || connection.readyState !== connection.OPEN) return
    const channel = board.channel(audience)
    if (subscription.seq >= channel.seq) return
    if (connection.stream.writableLength > queuedBytes) return this.fallBehind(connection)
    subscription.seq = channel.seq
    writeFrame(connection.stream, channel.frame())
  }

  /** Sent nothing until it has taken what waits: then the newest state of each of its boards. */
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
   * Reads a board again, and then what contains it; who may not see it any more is cut off. When it cannot be read,
   * everybody asks again.
   */
  private async reread(type: BoardType, id: number) {
    const before = this.boards.find(type, id)
    try {
      const board = await this.boards.reread(type, id)
      if (board?.view.trouble !== undefined) this.viewers.cutOffAll(board, unavailable(board.view.trouble))
      else if (board) {
        this.viewers.review(board)
        this.publishSoon(board)
      }
    } catch (error) {
      if (!isNotFound(error)) this.onError(error)
      if (before) this.end(before, error)
    }
    this.rereadAll(this.boards.containing({ type, id }))
  }

  private rereadAll(boards: readonly BoardName[]) {
    for (const { type, id } of boards) void this.reread(type, id)
  }

  /** Forgets a board and sends its viewers away. */
  private end(board: LiveBoard, reason: unknown = notFound()) {
    this.boards.remove(board)
    this.viewers.cutOffAll(board, reason)
  }
}
