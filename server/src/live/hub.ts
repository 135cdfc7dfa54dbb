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
import { BoardDoor } from './boardDoor'
import type { Opened } from './boardDoor'
import type { BoardSource } from './boardSource'
import { BoardStates } from './boardStates'
import { BoardViewers } from './boardViewers'
import type { LiveBoard } from './liveBoard'
import { paceMs } from './pace'
import type { Pace } from './pace'
import { Publisher } from './publisher'
import { schedule } from './schedule'
import type { Schedule } from './schedule'
import { ViewerKeys } from './viewerKeys'
import { ViewerSockets } from './viewerSockets'

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

const recheckEveryMs = 5_000
const tickMs = 1_000

/**
 * Publishes what is committed. Viewers come by their sockets (viewerSockets.ts), take their places at boards
 * (boardViewers.ts) that are opened to them (boardDoor.ts), and get states from then on (publisher.ts). The hub ties these
 * together and says what has changed; none of them knows it.
 */
export class LiveHub {
  private readonly states: BoardStates
  private readonly keys: ViewerKeys
  private readonly door: BoardDoor
  private readonly publisher: Publisher
  private readonly viewers: BoardViewers
  private readonly sockets: ViewerSockets
  private readonly elapsed: () => number
  private readonly onError: (error: unknown) => void
  private readonly listening: (() => void)[]
  private timer: NodeJS.Timeout | undefined
  private recheckedAt: number
  private outdated: Promise<void> | undefined

  constructor(games: LiveGames, sourceOf: (type: string) => BoardSource | undefined, options: HubOptions = {}) {
    const clock = clockOf(options)
    const elapsed = (this.elapsed = clock.elapsed)
    const onError = (this.onError = options.onError ?? (() => {}))
    const timing = { elapsed, schedule: options.schedule ?? schedule }
    this.states = new BoardStates(sourceOf, {
      maxBoards: options.maxBoards ?? 2_000,
      now: clock.now,
      titleOf: options.titleOf ?? (() => undefined),
      onOverdue: (board) => this.publisher.publishSoon(board),
    })
    this.keys = new ViewerKeys(options.viewerKeysOf ?? (async () => []), elapsed)
    this.door = new BoardDoor(this.states, this.keys)
    this.publisher = new Publisher(this.states, { ...timing, pace: options.pace ?? paceMs, onError, onNewlyParted: (board) => this.viewers.letIn(board) })
    this.viewers = new BoardViewers(this.door, this.keys, options.userOf ?? (async () => anonymous), this.publisher, onError)
    this.sockets = new ViewerSockets(this.viewers, { ...timing, maxViewers: options.maxViewers ?? 50_000, publicOrigin: options.publicOrigin ?? '' })
    this.recheckedAt = elapsed()
    this.listening = [
      games.onChange((venueMachineId, { isSettled }) => {
        for (const board of this.states.machineChanged(venueMachineId, isSettled)) this.publisher.publishSoon(board)
      }),
      games.onRename((userId) => {
        for (const board of this.states.playerRenamed(userId)) this.publisher.publishSoon(board)
      }),
    ]
  }

  /** How many sockets are open. */
  get viewerCount(): number {
    return this.sockets.count
  }

  /** What operators want to see; `published` counts states that went to viewers since the start. */
  get figures(): { viewers: number; slow: number; boards: number; published: number } {
    return { viewers: this.sockets.count, boards: this.states.size, ...this.publisher.figures }
  }

  /** The board with its newest state for this audience. Throws the same 404 when there is none and when it may not be seen, or not on this site. */
  open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    return this.door.open(type, id, actor, key, site)
  }

  /** What open answers, where nothing has to be waited for: polls of a board that many watch. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    return this.door.openNow(type, id, actor, key, site)
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    this.sockets.attach(server)
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** Something about these boards has changed that is not the score: who may see them, what they show, or whether they are there. */
  markDirty(boards: readonly BoardName[]): void {
    for (const { type, id } of boards) void this.recheck(type, id)
  }

  /** What the boards' area tells of a change. */
  boardChanged({ type, id, reason }: BoardChange): void {
    if (reason === 'posted') {
      for (const board of this.states.posted({ type, id })) this.publisher.publishSoon(board)
      return
    }
    // What its key opens, it may have contained.
    this.keys.forget()
    const board = reason === 'deleted' ? this.states.find(type, id) : undefined
    if (board) this.end(board)
    // It may be on its way into memory, and others may contain it.
    void this.recheck(type, id)
  }

  /** Any score may have changed without a word of it, and any board: what is watched is made anew. */
  allChanged(): void {
    for (const board of this.states.allChanged()) this.publisher.publishSoon(board)
    this.recheckedAt = Number.NEGATIVE_INFINITY
  }

  /** What is due; called every second. `now` by `elapsed`. */
  tick(now = this.elapsed()): void {
    this.publisher.endSlow(now)
    this.sockets.tick(now)
    if (now - this.recheckedAt >= recheckEveryMs) {
      this.recheckedAt = now
      // Another process may have changed a board.
      this.outdated ??= this.states
        .outdated()
        .then((boards) => this.markDirty(boards), this.onError)
        .finally(() => (this.outdated = undefined))
      this.viewers.recheckIndirect().catch(this.onError)
    }
    for (const board of this.states.overdue()) this.publisher.publishSoon(board)
  }

  /** Sends everybody away, to come back in a moment. */
  async close(): Promise<void> {
    for (const stop of this.listening) stop()
    clearInterval(this.timer)
    await this.sockets.close()
  }

  /**
   * Reads a board anew, and then what contains it; who may not see it any more is sent away. When it cannot be read,
   * everybody asks again.
   */
  private async recheck(type: BoardType, id: number) {
    const before = this.states.find(type, id)
    try {
      const board = await this.states.reread(type, id)
      if (board?.view.trouble !== undefined) this.viewers.dismissAll(board, unavailable(board.view.trouble))
      else if (board) {
        this.viewers.readmit(board)
        this.publisher.publishSoon(board)
      }
    } catch (error) {
      if (!isNotFound(error)) this.onError(error)
      if (before) this.end(before, error)
    }
    this.markDirty(this.states.containing({ type, id }))
  }

  /** Forgets a board and sends its viewers away. */
  private end(board: LiveBoard, reason: unknown = notFound()) {
    this.states.remove(board)
    this.viewers.dismissAll(board, reason)
  }
}
