import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { boardTypes, GetScores, liveName } from '@multiball/shared/schema'
import type { BoardType, LiveMessage, ScoreboardScores } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { RawData, WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { BoardChange } from '../boards/changes'
import { canSee } from '../boards/visibility'
import type { Actor } from '../http/auth'
import { anonymous } from '../http/actors'
import { notFound, Refusal } from '../http/refusals'
import { BoardStates } from './boardStates'
import type { BoardSource, CurrentGames } from './boardStates'
import type { LiveBoard } from './liveBoard'
import { paceMs } from './pace'
import { sendPing, sendShared } from './sharedFrame'
import { Viewer } from './viewer'

export interface LiveGames extends CurrentGames {
  onChange(listener: (venueMachineId: number) => void): () => void
}

export interface HubOptions {
  /** ms since 1970 */
  now?: () => number
  /** does work after a while, or in a later turn when that is 0 */
  schedule?: (work: () => void, delayMs: number) => void
  onError?: (error: unknown) => void
  /** boards in memory; those with viewers stay whatever it says */
  maxBoards?: number
  maxViewers?: number
}

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

const address = new RegExp(`^/(${boardTypes.join('|')})/([1-9]\\d{0,14})/scores/websocket/?(?:\\?.*)?$`)

const fromJson = v.pipe(v.string(), v.parseJson(), GetScores)
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
  private readonly stopListening: () => void
  private timer: NodeJS.Timeout | undefined
  private pingedAt: number
  private recheckedAt: number
  private isClosing = false

  constructor(games: LiveGames, sources: readonly BoardSource[], options: HubOptions = {}) {
    this.now = options.now ?? Date.now
    this.schedule = options.schedule ?? schedule
    this.onError = options.onError ?? (() => {})
    this.maxViewers = options.maxViewers ?? 50_000
    this.states = new BoardStates(games, sources, options.maxBoards ?? 2_000)
    this.pingedAt = this.recheckedAt = this.now()
    this.stopListening = games.onChange((venueMachineId) => {
      for (const board of this.states.machineChanged(venueMachineId)) this.publishSoon(board)
    })
  }

  /** How many sockets are open. */
  get viewerCount(): number {
    return this.viewers.size
  }

  /** The board with its newest state. Throws the same 404 when there is none and when it may not be seen. */
  async open(type: string, id: number, actor: Actor, key: string | undefined): Promise<LiveBoard> {
    const board = await this.states.get(type, id)
    if (!canSee(board.view.access, actor, key)) throw notFound()
    return board
  }

  /** The newest state of a board, whoever may see it. Throws 404. */
  async stateOf(type: string, id: number): Promise<ScoreboardScores> {
    return (await this.states.get(type, id)).state()
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head))
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** Something about these boards has changed that is not the score: who may see them, what they show, or whether they are there. */
  markDirty(boards: readonly { type: BoardType; id: number }[]): void {
    for (const { type, id } of boards) void this.recheck(type, id)
  }

  /** What the boards' area tells of a change. */
  boardChanged({ type, id, reason }: BoardChange): void {
    if (reason !== 'deleted') return void this.recheck(type, id)
    const board = this.states.find(type, id)
    if (board) this.end(board)
    // It may be on its way into memory.
    else void this.recheck(type, id)
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
    }
  }

  /** Sends everybody away, to come back in a moment. */
  async close(): Promise<void> {
    this.isClosing = true
    this.stopListening()
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
    const [, type, id] = address.exec(request.url ?? '') ?? []
    if (!type || !id) return refuse(socket, '404 Not Found')
    if (this.isClosing || this.viewers.size >= this.maxViewers) return refuse(socket, '503 Service Unavailable')
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.welcome(opened as Viewer, socket, type, Number(id)))
  }

  private welcome(viewer: Viewer, connection: Duplex, type: string, id: number) {
    viewer.connection = connection
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
    const message = v.safeParse(fromJson, text)
    if (!message.success) return viewer.send(unknown)
    void this.join(viewer, message.output)
  }

  private leave(viewer: Viewer) {
    this.viewers.delete(viewer)
    this.silent.delete(viewer)
    this.slow.delete(viewer)
    viewer.board?.viewers.delete(viewer)
    viewer.board = undefined
  }

  private async join(viewer: Viewer, { name, key }: v.InferOutput<typeof GetScores>): Promise<void> {
    this.silent.delete(viewer)
    try {
      if (name !== liveName(viewer.boardType, viewer.boardId)) throw notFound()
      const board = await this.open(viewer.boardType, viewer.boardId, anonymous, key)
      if (viewer.readyState !== viewer.OPEN) return
      // It may just have left the memory, and no news would ever reach it.
      if (this.states.find(board.type, board.id) !== board) return this.join(viewer, { type: 'GET_SCORES', name, key })
      viewer.key = key
      viewer.board = board
      viewer.seq = 0
      board.viewers.add(viewer)
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
    viewer.board?.viewers.delete(viewer)
    viewer.board = undefined
    if (viewer.readyState !== viewer.OPEN) return
    if (!refusal) return viewer.close(codes.later, 'Try again later')
    const { detail } = refusal.body as { detail: string }
    viewer.send(JSON.stringify({ type: 'ERROR', name, detail, status: 404 } satisfies LiveMessage))
    viewer.close(codes.gone, detail)
  }

  /** The newest state for one viewer, unless it has it, or does not take what it was sent before. */
  private deliver(viewer: Viewer, board: LiveBoard) {
    if (viewer.seq >= board.seq || viewer.behindSince > 0 || viewer.readyState !== viewer.OPEN) return
    if (viewer.connection.writableLength > queuedBytes) return this.fallBehind(viewer)
    viewer.seq = board.seq
    sendShared(viewer, viewer.connection, board.sharedMessage())
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
    this.inSlices(board.viewers.values(), (viewer) => this.deliver(viewer, board), () => {
      board.isPublishing = false
      if (board.isStale) this.publishSoon(board)
    })
  }

  private ping(viewer: Viewer) {
    viewer.allowance = messagesPerPeriod
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

  /** Reads a board anew; who may not see it any more is sent away. When it cannot be read, everybody asks again. */
  private async recheck(type: BoardType, id: number) {
    const before = this.states.find(type, id)
    try {
      const board = await this.states.reread(type, id)
      if (!board) return
      const allowed = new Map<string | undefined, boolean>()
      for (const viewer of board.viewers) {
        if (!allowed.has(viewer.key)) allowed.set(viewer.key, canSee(board.view.access, anonymous, viewer.key))
        if (!allowed.get(viewer.key)) this.dismiss(viewer, board.name, notFound())
      }
      if (board.isStale) this.publishSoon(board)
    } catch (error) {
      this.report(error)
      if (before) this.end(before, error)
    }
  }

  /** Forgets a board and sends its viewers away. */
  private end(board: LiveBoard, reason: unknown = notFound()) {
    this.states.remove(board)
    for (const viewer of board.viewers) this.dismiss(viewer, board.name, reason)
  }
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
