import type { Schedule } from '../../ground/process/clock'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { GetScores, isLiveBoardType, LeaveScores, liveName, sharedSocketPath } from '@multiball/shared/schema'
import type { LiveMessage } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { RawData } from 'ws'
import { WebSocket, WebSocketServer } from 'ws'
import { anonymous } from '../../ground/http/actors'
import type { Actor } from '../../ground/http/actors'
import { siteOf } from '../../ground/http/cors'
import { isNotFound, notFound } from '../../ground/http/refusals'
import { onUpgrade } from '../../ground/http/beforeFramework'
import { review } from './access'
import type { Access, ViewerKeys } from './access'
import type { LiveBoard } from './board'
import { pingFrame, releaseInflate, writeFrame } from './frames'
import { closedTogether, inSlices } from './pace'
import type { Audience } from './sources/boardSource'

/*
 * Who watches what. A connection is one socket, either for the board in its address or shared by the boards of a page.
 * Each GET_SCORES makes a subscription and ends the earlier one for the same board, so that the newest request counts:
 *
 *   asking    access is being checked; it is sent nothing yet
 *   watching  it is sent every state of its board
 *   over      left, cut off, replaced, or its connection closed; it is sent nothing more
 */

/** Close codes: like HTTP's 404; a violation; come back later; the server restarts. */
const closeCodes = { gone: 4404, policy: 1008, later: 1013, restart: 1012 }

/** The most boards on one shared socket; a page with more opens another. */
const mostBoards = 32

/**
 * A socket. What is known of it is kept in fields of the socket itself, and all share the same listeners: memory limits
 * the number of viewers.
 */
export class Connection extends WebSocket {
  /** the TCP or TLS stream below */
  declare stream: Duplex
  /** the live name of the board in its address; undefined on a shared socket */
  name: string | undefined = undefined
  /** the foreign site whose page opened it; undefined for our own */
  site: string | undefined = undefined
  subscriptions: readonly Subscription[] = []
  /** since when it has not taken what it was sent, by `elapsed`; 0 while it takes it */
  behindSince = 0
  isAlive = true
  /** it reads compressed messages */
  takesDeflated = false
  /** messages it may still send in this period */
  allowance = 0
}

/** One board on one connection. */
export class Subscription {
  /** while it watches */
  board: LiveBoard | undefined = undefined
  /** whose token it gave, when that was last checked */
  actor: Actor = anonymous
  audience: Audience = 'everyone'
  /** let in by the key of a board that contains its board */
  isIndirect = false
  /** of the newest state it was sent */
  seq = 0

  constructor(
    readonly connection: Connection,
    /** the board's live name */
    public name: string,
    readonly key: string | undefined,
    /** a login token */
    readonly token: string | undefined,
  ) {}

  get isOver(): boolean {
    return this.connection.readyState !== this.connection.OPEN || !this.connection.subscriptions.includes(this)
  }
}

export interface ViewersOptions {
  access: Access
  keys: ViewerKeys
  /** whose login token this is, at this moment */
  userOf: (token: string) => Promise<Actor>
  /** sends a subscription its board's newest state */
  deliver: (subscription: Subscription) => void
  /** ms that pass */
  elapsed: () => number
  schedule: Schedule
  maxViewers: number
  /** whether the request for a board's socket went to another process, at which its viewers meet */
  passOn: (board: string, request: IncomingMessage, socket: Socket, head: Buffer) => boolean
  /** origin of our own pages, which no board has to list among its sites */
  publicOrigin: string
  onError: (error: unknown) => void
}

const helloMs = 10_000
const pingEveryMs = 25_000
const messageBytes = 4 * 1024
const messagesPerPeriod = 30
const closingPauseMs = 50
const closingPatienceMs = 5_000

const boardAddress = /^\/([a-z]{2,30})\/([1-9]\d{0,14})\/scores\/websocket\/?(?:\?.*)?$/
const sharedAddress = new RegExp(`^${sharedSocketPath}?(?:\\?.*)?$`)

/** Compression as browsers offer it, which leaves everything about our direction to us. */
const browsersOffer = /^permessage-deflate(?:; ?client_max_window_bits)?$/

/** The live name of the board in an address such as `/scoreboard/1/scores/websocket/`, or `shared`; undefined for any other address. */
function readAddress(url: string): { name: string } | 'shared' | undefined {
  if (sharedAddress.test(url)) return 'shared'
  const [, type, id] = boardAddress.exec(url) ?? []
  return type && id && isLiveBoardType(type) ? { name: liveName(type, Number(id)) } : undefined
}

/** The board that a viewer asks for, with the key and the login token it has. */
type Wish = Omit<v.InferOutput<typeof GetScores>, 'type'>

const messageOfOne = v.pipe(v.string(), v.parseJson(), GetScores)
const messageOfShared = v.pipe(v.string(), v.parseJson(), v.variant('type', [GetScores, LeaveScores]))
const unknownMessage = JSON.stringify({ type: 'UNKNOWN' } satisfies LiveMessage)

const nobody: ReadonlySet<Subscription> = new Set()

/** The connections of viewers: opens them, hears what they subscribe to, checks that they are alive, and closes them. */
export class Viewers {
  private readonly open = new Set<Connection>()
  private readonly watching = new Map<LiveBoard, Set<Subscription>>()
  /** those that have not asked for a board yet, and when they opened, by `elapsed` */
  private readonly silent = new Map<Connection, number>()
  /** subscriptions let in by something that may end unannounced: a login, or the key of a board that contains theirs */
  private readonly conditional = new Set<Subscription>()
  private rechecking: Promise<void> | undefined
  /** sockets that were refused and are not closed yet */
  private readonly refused = new Set<Socket>()
  private readonly handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // What ws itself sends is short: only states are compressed, once for all (frames.ts).
    perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: Number.MAX_SAFE_INTEGER },
    maxPayload: messageBytes,
    maxFragments: 8,
    maxBufferedChunks: 64,
    WebSocket: Connection,
  })
  private pingedAt: number
  private isClosing = false

  constructor(private readonly options: ViewersOptions) {
    this.pingedAt = options.elapsed()
  }

  /** How many connections are open. */
  get count(): number {
    return this.open.size
  }

  /** Subscriptions by the type of their board. */
  get watchingByType(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const [{ name }, { size }] of this.watching) {
      const type = name.slice(0, name.indexOf(':'))
      counts.set(type, (counts.get(type) ?? 0) + size)
    }
    return counts
  }

  /** What was written to sockets and has not been taken, in bytes. */
  get unsentBytes(): number {
    let bytes = 0
    for (const { stream } of this.open) bytes += stream.writableLength
    return bytes
  }

  /** Who watches a board. */
  of(board: LiveBoard): ReadonlySet<Subscription> {
    return this.watching.get(board) ?? nobody
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    onUpgrade(server, (request, socket, head) => this.upgrade(request, socket, head))
  }

  /** Closes connections that asked for nothing in time, and pings the others when that is due. */
  tick(now: number): void {
    for (const [connection, since] of this.silent) {
      if (now - since < helloMs) break
      this.silent.delete(connection)
      connection.close(closeCodes.policy, 'GET_SCORES is expected')
    }
    if (now - this.pingedAt < pingEveryMs) return
    this.pingedAt = now
    inSlices(this.open.values(), this.options.schedule, ping)
  }

  /** Cuts off who may no longer see a board, after its access changed. */
  review(board: LiveBoard): void {
    const verdictOf = review(board.view)
    for (const subscription of this.of(board)) {
      const verdict = verdictOf(subscription)
      if (verdict === 'goes') this.cutOff(subscription, notFound())
      if (verdict === 'asks again') this.askAgain(subscription)
    }
  }

  /** Asks again for those who see a board as everyone but may be insiders, now that there is a difference. */
  reviewInsiders(board: LiveBoard): void {
    for (const subscription of this.of(board)) {
      if ((subscription.key !== undefined || subscription.token !== undefined) && subscription.audience === 'everyone') this.askAgain(subscription)
    }
  }

  /**
   * Checks logins again, which end, and keys of containers, which are renewed and whose boards are taken out. Answers the
   * check that is running, if there is one.
   */
  recheck(): Promise<void> {
    this.rechecking ??= this.recheckConditional().finally(() => (this.rechecking = undefined))
    return this.rechecking
  }

  /** Cuts off all viewers of a board. */
  cutOffAll(board: LiveBoard, reason: unknown): void {
    for (const subscription of this.of(board)) this.cutOff(subscription, reason)
  }

  /** Closes every connection, little by little, since all of them come back at other servers; lets nobody in meanwhile. */
  async close(): Promise<void> {
    this.isClosing = true
    const together = closedTogether(this.open.size, closingPauseMs)
    let closed = 0
    for (const connection of this.open) {
      connection.close(closeCodes.restart, 'The server restarts')
      closed += 1
      if (closed % together === 0) await pause(closingPauseMs)
    }
    for (let waited = 0; this.open.size > 0 && waited < closingPatienceMs; waited += closingPauseMs) await pause(closingPauseMs)
    for (const connection of this.open) connection.terminate()
    for (const socket of this.refused) socket.destroy()
  }

  /** Whether the request is for one of our websockets. */
  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const address = request.headers.upgrade?.toLowerCase() === 'websocket' ? readAddress(request.url ?? '') : undefined
    if (!address) return false
    if (this.isClosing || this.open.size >= this.options.maxViewers) this.refuse(socket)
    else if (address === 'shared' || !this.options.passOn(address.name, request, socket, head)) {
      // Any other offer is declined: ws would refuse the connection for one that it cannot read.
      if (!browsersOffer.test(request.headers['sec-websocket-extensions'] ?? '')) delete request.headers['sec-websocket-extensions']
      this.handshakes.handleUpgrade(request, socket, head, (opened) => {
        const connection = opened as Connection
        connection.stream = socket
        connection.takesDeflated = connection.extensions !== ''
        connection.name = address === 'shared' ? undefined : address.name
        connection.site = siteOf(request.headers, this.options.publicOrigin)
        this.welcome(connection)
      })
    }
    return true
  }

  /** Destroys the socket once the answer is written: nothing reads from it any more, so its end would go unnoticed. */
  private refuse(socket: Socket) {
    this.refused.add(socket)
    socket.once('close', () => this.refused.delete(socket))
    socket.once('finish', () => socket.destroy())
    socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }

  private welcome(connection: Connection) {
    connection.allowance = allowanceOf(connection)
    this.open.add(connection)
    this.silent.set(connection, this.options.elapsed())
    connection.on('message', this.onMessage)
    connection.on('pong', alive)
    connection.on('ping', alive)
    connection.on('close', this.onClose)
    connection.on('error', ignore)
  }

  // Made once for all connections; `this` is the connection.
  private readonly onMessage = ((viewers: Viewers) =>
    function (this: WebSocket, data: RawData, isBinary: boolean) {
      viewers.hear(this as Connection, isBinary ? undefined : (data as Buffer).toString())
    })(this)

  private readonly onClose = ((viewers: Viewers) =>
    function (this: WebSocket) {
      viewers.leave(this as Connection)
    })(this)

  /** @param text undefined for bytes */
  private hear(connection: Connection, text: string | undefined) {
    connection.isAlive = true
    if (connection.takesDeflated) releaseInflate(connection)
    connection.allowance -= 1
    if (connection.allowance < 0) return connection.close(closeCodes.policy, 'Too many messages')
    const isShared = connection.name === undefined
    const { success, output: message } = v.safeParse(isShared ? messageOfShared : messageOfOne, text)
    if (!success) return connection.send(unknownMessage)
    const before = connection.subscriptions.find(({ name }) => name === message.name || !isShared)
    if (before) this.end(before)
    if (message.type === 'LEAVE_SCORES') return
    if (connection.subscriptions.length >= mostBoards) return connection.close(closeCodes.policy, 'Too many boards')
    this.silent.delete(connection)
    this.subscribe(connection, message)
  }

  private leave(connection: Connection) {
    this.open.delete(connection)
    this.silent.delete(connection)
    for (const subscription of connection.subscriptions) this.end(subscription)
  }

  private subscribe(connection: Connection, { name, key, token }: Wish) {
    const subscription = new Subscription(connection, name === connection.name ? connection.name : name, key, token)
    connection.subscriptions = connection.subscriptions.concat(subscription)
    void this.watch(subscription)
  }

  /** Lets a subscription in and sends it the newest state, or cuts it off. */
  private async watch(subscription: Subscription): Promise<void> {
    const { connection, name, key, token } = subscription
    try {
      const [type = '', id = ''] = name.split(':')
      if (name !== (connection.name ?? liveName(type, Number(id)))) throw notFound()
      for (;;) {
        const actor = token === undefined ? anonymous : await this.options.userOf(token)
        const { board, view, audience, isIndirect } = await this.options.access.open(type, Number(id), actor, key, connection.site)
        if (subscription.isOver) return
        // Meanwhile the board may have left the memory, where no change would reach it, or its access may have changed.
        if (board.isGone || board.view !== view) continue
        // One string for all viewers of a board.
        subscription.name = board.name
        if (connection.name !== undefined) connection.name = board.name
        subscription.board = board
        subscription.actor = actor
        subscription.audience = audience
        subscription.isIndirect = isIndirect
        const others = this.watching.get(board)
        if (others) others.add(subscription)
        else this.watching.set(board, new Set([subscription]))
        if (isIndirect || actor.type !== 'anonymous') this.conditional.add(subscription)
        return this.options.deliver(subscription)
      }
    } catch (error) {
      if (!isNotFound(error)) this.options.onError(error)
      if (!subscription.isOver) this.cutOff(subscription, error)
    }
  }

  private async recheckConditional() {
    this.options.keys.forget()
    for (const subscription of this.conditional) {
      const { board, key, token, actor, isIndirect } = subscription
      const isLoggedOut = actor.type !== 'anonymous' && token !== undefined && (await this.options.userOf(token)).type === 'anonymous'
      const isShut = isIndirect && key !== undefined && board !== undefined && !(await this.options.keys.opens(board, key))
      if ((isLoggedOut || isShut) && !subscription.isOver) this.askAgain(subscription)
    }
  }

  /** As if it had just been asked for. */
  private askAgain(subscription: Subscription) {
    this.end(subscription)
    this.subscribe(subscription.connection, subscription)
  }

  /** Ends a subscription and says why. The connection is closed too, unless it is shared and only this board is gone. */
  private cutOff(subscription: Subscription, reason: unknown) {
    this.end(subscription)
    const { connection, name } = subscription
    if (connection.readyState !== connection.OPEN) return
    if (!isNotFound(reason)) return connection.close(closeCodes.later, 'Try again later')
    const { detail } = reason.body as { detail: string }
    connection.send(JSON.stringify({ type: 'ERROR', name, detail, status: 404 } satisfies LiveMessage))
    if (connection.name !== undefined) connection.close(closeCodes.gone, detail)
  }

  private end(subscription: Subscription) {
    const { connection, board } = subscription
    subscription.board = undefined
    connection.subscriptions = connection.subscriptions.filter((other) => other !== subscription)
    this.conditional.delete(subscription)
    if (!board) return
    const others = this.watching.get(board)
    others?.delete(subscription)
    if (others?.size === 0) this.watching.delete(board)
  }
}

/** Messages until the next ping. On a shared connection boards come and go. */
const allowanceOf = ({ name }: Connection) => (name === undefined ? 8 * mostBoards : messagesPerPeriod)

function ping(connection: Connection) {
  connection.allowance = allowanceOf(connection)
  if (!connection.isAlive) return connection.terminate()
  connection.isAlive = false
  if (connection.readyState === connection.OPEN) writeFrame(connection.stream, pingFrame)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function alive(this: WebSocket) {
  ;(this as Connection).isAlive = true
}

/** ws closes the socket itself; without a listener the process would end. */
function ignore() {}
