import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { boardScores, GetScores, LeaveScores, liveName, sharedSocketPath } from '@multiball/shared/schema'
import type { BoardType, LiveMessage } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { RawData, WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { BoardChange } from '../boards/changes'
import { isForSite, isHolder } from '../boards/visibility'
import type { BoardName } from '../boards/visibility'
import type { MachineChange } from '../games/games.service'
import type { Actor } from '../http/auth'
import { anonymous } from '../http/actors'
import { siteOf } from '../http/cors'
import { notFound, Refusal } from '../http/refusals'
import type { Audience, BoardSource, BoardView } from './boardSource'
import { BoardStates } from './boardStates'
import type { Channel } from './channel'
import type { LiveBoard } from './liveBoard'
import { paceMs } from './pace'
import { mostBoards, passengerOf } from './passenger'
import { sendPing, sendShared } from './sharedFrame'
import { Viewer } from './viewer'
import { ViewerKeys } from './viewerKeys'

/** What is needed of the games. */
export interface LiveGames {
  onChange(listener: (venueMachineId: number, change: Pick<MachineChange, 'isSettled'>) => void): () => void
  onRename(listener: () => void): () => void
}

export interface HubOptions {
  /** all keys that open a board, its own among them, and those of boards that contain it */
  viewerKeysOf?: (board: BoardName) => Promise<readonly string[]>
  /** the title of a venue machine; undefined while it is not known */
  titleOf?: (venueMachineId: number) => number | undefined
  /** ms since 1970 */
  now?: () => number
  /** does work after a while, or in a later turn when that is 0 */
  schedule?: (work: () => void, delayMs: number) => void
  onError?: (error: unknown) => void
  /** boards in memory; those with viewers stay whatever it says */
  maxBoards?: number
  maxViewers?: number
  /** of our own pages, which no board's list of sites needs to name */
  publicOrigin?: string
}

/** How somebody is let in. `isIndirect`: by the key of what contains the board, so that it has to be asked about again. */
interface Admission {
  audience: Audience
  isIndirect: boolean
}

/** A board as it was opened to somebody. */
export interface Opened extends Admission {
  board: LiveBoard
  /** what the admission was decided on */
  view: BoardView
  /** its newest state */
  channel: Channel
}

const asHolder: Admission = { audience: 'insiders', isIndirect: false }
const byContainer: Admission = { audience: 'insiders', isIndirect: true }
const asAnyone: Admission = { audience: 'everyone', isIndirect: false }

const helloMs = 10_000
const pingEveryMs = 25_000
const recheckEveryMs = 5_000
const slowestMs = 30_000
const tickMs = 1_000
const retryMs = 1_000
const queuedBytes = 64 * 1024
const messageBytes = 4 * 1024
/** viewers written to before other work has its turn */
const sliceOfViewers = 500
const messagesPerPeriod = 30
const closingPauseMs = 50
const closingPatienceMs = 5_000

/** Close codes: as HTTP's 404; a violation; come back later; the server goes away for a moment. */
const codes = { gone: 4404, policy: 1008, later: 1013, restart: 1012 }

const address = new RegExp(`^/(${Object.keys(boardScores).join('|')})/([1-9]\\d{0,14})/scores/websocket/?(?:\\?.*)?$`)

const carrierAddress = new RegExp(`^${sharedSocketPath}?(?:\\?.*)?$`)

const fromJson = v.pipe(v.string(), v.parseJson(), GetScores)
const fromCarrier = v.pipe(v.string(), v.parseJson(), v.variant('type', [GetScores, LeaveScores]))
const unknown = JSON.stringify({ type: 'UNKNOWN' } satisfies LiveMessage)

function schedule(work: () => void, delayMs: number) {
  if (delayMs <= 0) setImmediate(work)
  else setTimeout(work, delayMs).unref()
}

/**
 * Publishes what is committed: the cached state of each board, and everybody who watches it. A board's state is made
 * into bytes once, and each viewer costs one write.
 */
export class LiveHub {
  private readonly states: BoardStates
  private readonly viewers = new Set<Viewer>()
  /** those who have not said what they want to see */
  private readonly silent = new Set<Viewer>()
  private readonly slow = new Set<Viewer>()
  /** those who were let in by the key of what contains their board */
  private readonly indirect = new Set<Viewer>()
  private readonly sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytes,
    maxFragments: 8,
    maxBufferedChunks: 64,
    WebSocket: Viewer,
  })
  private readonly now: () => number
  private readonly schedule: (work: () => void, delayMs: number) => void
  private readonly onError: (error: unknown) => void
  private readonly maxViewers: number
  private readonly publicOrigin: string
  private readonly keys: ViewerKeys
  private readonly listening: (() => void)[]
  private timer: NodeJS.Timeout | undefined
  private pingedAt: number
  private recheckedAt: number
  private isClosing = false
  private published = 0

  constructor(games: LiveGames, sources: readonly BoardSource[], options: HubOptions = {}) {
    this.now = options.now ?? Date.now
    this.schedule = options.schedule ?? schedule
    this.onError = options.onError ?? (() => {})
    this.maxViewers = options.maxViewers ?? 50_000
    this.publicOrigin = options.publicOrigin ?? ''
    this.states = new BoardStates(sources, {
      maxBoards: options.maxBoards ?? 2_000,
      now: this.now,
      titleOf: options.titleOf ?? (() => undefined),
      onOverdue: (board) => this.publishSoon(board),
    })
    this.keys = new ViewerKeys(options.viewerKeysOf ?? (async () => []), this.now)
    this.pingedAt = this.recheckedAt = this.now()
    this.listening = [
      games.onChange((venueMachineId, { isSettled }) => {
        for (const board of this.states.machineChanged(venueMachineId, isSettled)) this.publishSoon(board)
      }),
      // Rare, and a state that says the same is no new one.
      games.onRename(() => this.allChanged()),
    ]
  }

  /** How many sockets are open. */
  get viewerCount(): number {
    return this.viewers.size
  }

  /** What operators want to see; `published` counts states that went to viewers since the start. */
  get figures(): { viewers: number; slow: number; boards: number; published: number } {
    return { viewers: this.viewers.size, slow: this.slow.size, boards: this.states.size, published: this.published }
  }

  /** The board with its newest state for this audience. Throws the same 404 when there is none and when it may not be seen, or not on this site. */
  async open(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Promise<Opened> {
    for (;;) {
      const board = await this.states.get(type, id)
      const { view, isParted } = board
      const admission = await this.admit(board, actor, key, site)
      // Another one by now, or what it shows depends on who looks.
      if (board.view !== view || board.isParted !== isParted) continue
      if (!admission) throw notFound()
      return opened(board, admission)
    }
  }

  /** What open answers, where nothing has to be waited for: polls of a board that many watch. */
  openNow(type: string, id: number, actor: Actor, key: string | undefined, site?: string): Opened | undefined {
    const board = this.states.newest(type, id)
    const admission = board && admitNow(board, actor, key, site)
    return admission && opened(board, admission)
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head))
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** Something about these boards has changed that is not the score: who may see them, what they show, or whether they are there. */
  markDirty(boards: readonly BoardName[]): void {
    for (const { type, id } of boards) void this.recheck(type, id)
  }

  /** What the boards' area tells of a change. */
  boardChanged({ type, id, reason }: BoardChange): void {
    // What its key opens, it may have contained.
    this.keys.forget()
    const board = reason === 'deleted' ? this.states.find(type, id) : undefined
    if (board) this.end(board)
    // It may be on its way into memory, and others may contain it.
    void this.recheck(type, id)
  }

  /** Any score may have changed without a word of it, and any board: what is watched is made anew. */
  allChanged(): void {
    for (const board of this.states.allChanged()) this.publishSoon(board)
    this.recheckedAt = Number.NEGATIVE_INFINITY
  }

  /** What is due by the clock; called every second. */
  tick(now = this.now()): void {
    for (const viewer of this.silent) {
      if (now - viewer.connectedAt < helloMs) break
      this.silent.delete(viewer)
      viewer.close(codes.policy, 'GET_SCORES is expected')
    }
    for (const viewer of this.slow) if (now - viewer.behindSince >= slowestMs) viewer.terminate()
    if (now - this.pingedAt >= pingEveryMs) {
      this.pingedAt = now
      this.inSlices(this.viewers.values(), (viewer) => this.ping(viewer))
    }
    if (now - this.recheckedAt >= recheckEveryMs) {
      this.recheckedAt = now
      // Another process may have changed a board.
      this.states.outdated().then((boards) => this.markDirty(boards), this.onError)
      this.recheckIndirect().catch(this.onError)
    }
    for (const board of this.states.overdue()) this.publishSoon(board)
  }

  /** Sends everybody away, to come back in a moment. */
  async close(): Promise<void> {
    this.isClosing = true
    for (const stop of this.listening) stop()
    clearInterval(this.timer)
    let closed = 0
    for (const viewer of this.viewers) {
      viewer.close(codes.restart, 'The server restarts')
      closed += 1
      if (closed % sliceOfViewers === 0) await pause(closingPauseMs)
    }
    for (let waited = 0; this.viewers.size > 0 && waited < closingPatienceMs; waited += closingPauseMs) await pause(closingPauseMs)
    for (const viewer of this.viewers) viewer.terminate()
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => socket.destroy())
    const isCarrier = carrierAddress.test(request.url ?? '')
    const [, type, id] = isCarrier ? ['', 'all', '0'] : (address.exec(request.url ?? '') ?? [])
    if (!type || !id) return refuse(socket, '404 Not Found')
    if (this.isClosing || this.viewers.size >= this.maxViewers) return refuse(socket, '503 Service Unavailable')
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      this.welcome(opened as Viewer, socket, type, Number(id), siteOf(request.headers, this.publicOrigin))
      if (isCarrier) this.carry(opened as Viewer)
    })
  }

  private welcome(viewer: Viewer, connection: Duplex, type: string, id: number, site: string | undefined) {
    viewer.connection = connection
    viewer.site = site
    viewer.boardType = type
    viewer.boardId = id
    viewer.connectedAt = this.now()
    viewer.allowance = messagesPerPeriod
    this.viewers.add(viewer)
    this.silent.add(viewer)
    viewer.on('message', this.heard)
    viewer.on('pong', alive)
    viewer.on('ping', alive)
    viewer.on('close', this.left)
    viewer.on('error', ignore)
  }

  private carry(viewer: Viewer) {
    viewer.passengers = new Map()
    viewer.allowance = allowanceOf(viewer)
    // Each board waits by itself for a socket that is full.
    viewer.connection.setMaxListeners(mostBoards + 16)
  }

  // Listeners are made once for all sockets; the socket is their `this`.
  private readonly heard = ((hub: LiveHub) =>
    function (this: WebSocket, data: RawData, isBinary: boolean) {
      hub.hear(this as Viewer, isBinary ? undefined : (data as Buffer).toString())
    })(this)

  private readonly left = ((hub: LiveHub) =>
    function (this: WebSocket) {
      hub.leave(this as Viewer)
    })(this)

  private hear(viewer: Viewer, text: string | undefined) {
    viewer.isAlive = true
    viewer.allowance -= 1
    if (viewer.allowance < 0) return viewer.close(codes.policy, 'Too many messages')
    if (viewer.passengers) return this.hearCarrier(viewer, viewer.passengers, text)
    const message = v.safeParse(fromJson, text)
    if (!message.success) return viewer.send(unknown)
    void this.join(viewer, message.output)
  }

  /** A board more for a socket that carries several, or one less. */
  private hearCarrier(carrier: Viewer, passengers: Map<string, Viewer>, text: string | undefined) {
    const message = v.safeParse(fromCarrier, text)
    if (!message.success) return carrier.send(unknown)
    const { name } = message.output
    const known = passengers.get(name)
    if (message.output.type === 'LEAVE_SCORES') return known && this.alight(passengers, known)
    if (!known && passengers.size >= mostBoards) return carrier.close(codes.policy, 'Too many boards')
    this.silent.delete(carrier)
    const passenger = known ?? passengerOf(carrier, name, codes.gone, (gone) => this.alight(passengers, gone))
    passengers.set(name, passenger)
    this.takeOff(passenger)
    void this.join(passenger, message.output)
  }

  private alight(passengers: Map<string, Viewer>, passenger: Viewer) {
    const name = liveName(passenger.boardType, passenger.boardId)
    if (passengers.get(name) === passenger) passengers.delete(name)
    // It may still be on its way in.
    Object.defineProperty(passenger, 'readyState', { value: passenger.CLOSED })
    this.slow.delete(passenger)
    this.takeOff(passenger)
  }

  private leave(viewer: Viewer) {
    for (const passenger of viewer.passengers?.values() ?? []) this.alight(viewer.passengers!, passenger)
    this.viewers.delete(viewer)
    this.silent.delete(viewer)
    this.slow.delete(viewer)
    this.takeOff(viewer)
  }

  private takeOff(viewer: Viewer) {
    viewer.board?.viewers.delete(viewer)
    viewer.board = undefined
    this.indirect.delete(viewer)
  }

  private async join(viewer: Viewer, { name, key }: Pick<v.InferOutput<typeof GetScores>, 'name' | 'key'>): Promise<void> {
    this.silent.delete(viewer)
    try {
      if (name !== liveName(viewer.boardType, viewer.boardId)) throw notFound()
      const { board, view, audience, isIndirect } = await this.open(viewer.boardType, viewer.boardId, anonymous, key, viewer.site)
      if (viewer.readyState !== viewer.OPEN) return
      // It may just have left the memory, and no news would ever reach it; or have been hidden.
      if (this.states.find(board.type, board.id) !== board || board.view !== view) return this.join(viewer, { name, key })
      viewer.key = key
      viewer.board = board
      viewer.audience = audience
      viewer.seq = 0
      board.viewers.add(viewer)
      if (isIndirect) this.indirect.add(viewer)
      else this.indirect.delete(viewer)
      this.deliver(viewer, board)
    } catch (error) {
      this.report(error)
      this.dismiss(viewer, name, error)
    }
  }

  private report(error: unknown) {
    if (!(error instanceof Refusal && error.status === 404)) this.onError(error)
  }

  private dismiss(viewer: Viewer, name: string, error: unknown) {
    const refusal = error instanceof Refusal && error.status === 404 ? error : undefined
    this.takeOff(viewer)
    if (viewer.readyState !== viewer.OPEN) return
    if (!refusal) return viewer.close(codes.later, 'Try again later')
    const { detail } = refusal.body as { detail: string }
    viewer.send(JSON.stringify({ type: 'ERROR', name, detail, status: 404 } satisfies LiveMessage))
    viewer.close(codes.gone, detail)
  }

  /** Who somebody is to a board; undefined for those who may not see it. */
  private async admit(board: LiveBoard, actor: Actor, key: string | undefined, site: string | undefined): Promise<Admission | undefined> {
    const now = admitNow(board, actor, key, site)
    if (now) return now
    if (!isForSite(board.view.access, actor, site)) return undefined
    if (key !== undefined && (await this.keys.opens(board, key))) return byContainer
    return board.view.access.is_public ? asAnyone : undefined
  }

  /** The newest state for one viewer, unless it has it, or does not take what it was sent before. */
  private deliver(viewer: Viewer, board: LiveBoard) {
    const channel = board.channel(viewer.audience)
    if (viewer.seq >= channel.seq || viewer.behindSince > 0 || viewer.readyState !== viewer.OPEN) return
    if (viewer.connection.writableLength > queuedBytes) return this.fallBehind(viewer)
    viewer.seq = channel.seq
    sendShared(viewer, viewer.connection, channel.sharedMessage())
  }

  private fallBehind(viewer: Viewer) {
    viewer.behindSince = this.now()
    this.slow.add(viewer)
    viewer.connection.once('drain', () => {
      viewer.behindSince = 0
      this.slow.delete(viewer)
      if (viewer.board) this.deliver(viewer, viewer.board)
    })
  }

  private publishSoon(board: LiveBoard) {
    if (board.isPublishing || board.viewers.size === 0) return
    board.isPublishing = true
    this.schedule(() => void this.publish(board), board.publishedAt + paceMs(board.viewers.size) - this.now())
  }

  private async publish(board: LiveBoard) {
    board.publishedAt = this.now()
    try {
      await this.states.refresh(board)
    } catch (error) {
      this.onError(error)
      if (board.viewers.size > 0) return this.schedule(() => void this.publish(board), retryMs)
    }
    if (board.isNewlyParted) this.letIn(board)
    this.published += 1
    this.inSlices(board.viewers.values(), (viewer) => this.deliver(viewer, board), () => {
      board.isPublishing = false
      if (board.isStale) this.publishSoon(board)
    })
  }

  private ping(viewer: Viewer) {
    viewer.allowance = allowanceOf(viewer)
    if (!viewer.isAlive) return viewer.terminate()
    viewer.isAlive = false
    if (viewer.readyState === viewer.OPEN) sendPing(viewer, viewer.connection)
  }

  /** Does something for many viewers without holding up everything else. */
  private inSlices(viewers: Iterator<Viewer>, work: (viewer: Viewer) => void, done: () => void = () => {}) {
    for (let count = 0; count < sliceOfViewers; count += 1) {
      const { value, done: isOver } = viewers.next()
      if (isOver) return done()
      work(value)
    }
    this.schedule(() => this.inSlices(viewers, work, done), 0)
  }

  /**
   * Reads a board anew, and then what contains it; who may not see it any more is sent away. When it cannot be read,
   * everybody asks again.
   */
  private async recheck(type: BoardType, id: number) {
    const before = this.states.find(type, id)
    try {
      const board = await this.states.reread(type, id)
      if (board) {
        this.readmit(board)
        this.publishSoon(board)
      }
    } catch (error) {
      this.report(error)
      if (before) this.end(before, error)
    }
    this.markDirty(this.states.containing({ type, id }))
  }

  /** Sends those away who may not see a board any more. Whose key may be that of a container gets nothing until it is found out. */
  private readmit(board: LiveBoard) {
    const { access } = board.view
    const holders = new Map<string | undefined, boolean>([[undefined, false]])
    for (const viewer of board.viewers) {
      const { key } = viewer
      if (!isForSite(access, anonymous, viewer.site)) {
        this.dismiss(viewer, board.name, notFound())
        continue
      }
      if (!holders.has(key)) holders.set(key, isHolder(access, anonymous, key))
      const audience = holders.get(key) ? 'insiders' : access.is_public ? 'everyone' : undefined
      // Of keys of containers the hub makes sure by itself.
      if (viewer.audience === audience || this.indirect.has(viewer)) continue
      if (key === undefined) this.dismiss(viewer, board.name, notFound())
      else this.askAgain(viewer, board)
    }
  }

  /** Some who were let in as everybody else may be insiders, now that there is a difference. */
  private letIn(board: LiveBoard) {
    board.isNewlyParted = false
    for (const viewer of board.viewers) if (viewer.key !== undefined && viewer.audience === 'everyone') this.askAgain(viewer, board)
  }

  /** As if the viewer had just said what it wants to see. */
  private askAgain(viewer: Viewer, board: LiveBoard) {
    this.takeOff(viewer)
    void this.join(viewer, { name: board.name, key: viewer.key })
  }

  /** Asks about keys of containers again: they may have been renewed, and boards taken out of containers. */
  private async recheckIndirect() {
    this.keys.forget()
    for (const viewer of this.indirect) {
      const { board, key } = viewer
      if (board && key !== undefined && !(await this.keys.opens(board, key)) && viewer.board === board) this.askAgain(viewer, board)
    }
  }

  /** Forgets a board and sends its viewers away. */
  private end(board: LiveBoard, reason: unknown = notFound()) {
    this.states.remove(board)
    for (const viewer of board.viewers) this.dismiss(viewer, board.name, reason)
  }
}

/** Boards come and go on a socket that carries several. */
const allowanceOf = ({ passengers }: Viewer) => (passengers ? 8 * mostBoards : messagesPerPeriod)

const opened = (board: LiveBoard, { audience, isIndirect }: Admission): Opened => ({ audience, isIndirect, board, view: board.view, channel: board.channel(audience) })

/** How a board is opened, where that needs no looking up; undefined where a key may be that of what contains it, or opens nothing. */
function admitNow({ view: { access }, isParted }: LiveBoard, actor: Actor, key: string | undefined, site: string | undefined): Admission | undefined {
  if (site !== undefined && !isForSite(access, actor, site)) return undefined
  if (isHolder(access, actor, key)) return asHolder
  // Where all see the same, nothing depends on the key.
  return access.is_public && (key === undefined || !isParted) ? asAnyone : undefined
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function alive(this: WebSocket) {
  ;(this as Viewer).isAlive = true
}

/** ws closes the socket by itself; without a listener the process would end. */
function ignore() {}

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
