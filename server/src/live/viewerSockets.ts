import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { siteOf } from '../http/cors'
import { onUpgrade } from '../http/upgrades'
import type { BoardViewers } from './boardViewers'
import { Carriers } from './carriers'
import { closeCodes } from './closeCodes'
import { mostBoards } from './passenger'
import type { Schedule } from './schedule'
import { sendPing } from './sharedFrame'
import { inSlices, sliceOfViewers } from './slices'
import { readSocketAddress } from './socketAddress'
import type { SocketAddress } from './socketAddress'
import { Viewer } from './viewer'
import { readMessage, unknownMessage } from './viewerMessages'

export interface SocketsOptions {
  /** ms that pass */
  elapsed: () => number
  schedule: Schedule
  maxViewers: number
  /** of our own pages, which no board's list of sites needs to name */
  publicOrigin: string
}

const helloMs = 10_000
const pingEveryMs = 25_000
const messageBytes = 4 * 1024
const messagesPerPeriod = 30
const closingPauseMs = 50
const closingPatienceMs = 5_000

/** The sockets of viewers: how they are opened, what they may say, that they are alive, and how they are closed. */
export class ViewerSockets {
  private readonly open = new Set<Viewer>()
  /** those who have not said what they want to see */
  private readonly silent = new Set<Viewer>()
  /** connections that were refused, until they are closed */
  private readonly refused = new Set<Socket>()
  private readonly carriers: Carriers
  private readonly handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytes,
    maxFragments: 8,
    maxBufferedChunks: 64,
    WebSocket: Viewer,
  })
  private pingedAt: number
  private isClosing = false

  constructor(
    private readonly viewers: BoardViewers,
    private readonly options: SocketsOptions,
  ) {
    this.carriers = new Carriers(viewers)
    this.pingedAt = options.elapsed()
  }

  /** How many are open. */
  get count(): number {
    return this.open.size
  }

  /** Takes the websockets of this server. */
  attach(server: Server): void {
    onUpgrade(server, (request, socket, head) => this.upgrade(request, socket, head))
  }

  /** Closes those that said nothing for too long, and asks all others whether they are alive when that is due. */
  tick(now: number): void {
    for (const viewer of this.silent) {
      if (now - viewer.connectedAt < helloMs) break
      this.silent.delete(viewer)
      viewer.close(closeCodes.policy, 'GET_SCORES is expected')
    }
    if (now - this.pingedAt < pingEveryMs) return
    this.pingedAt = now
    inSlices(this.open.values(), this.options.schedule, ping)
  }

  /** Sends everybody away, to come back in a moment. */
  async close(): Promise<void> {
    this.isClosing = true
    let closed = 0
    for (const viewer of this.open) {
      viewer.close(closeCodes.restart, 'The server restarts')
      closed += 1
      if (closed % sliceOfViewers === 0) await pause(closingPauseMs)
    }
    for (let waited = 0; this.open.size > 0 && waited < closingPatienceMs; waited += closingPauseMs) await pause(closingPauseMs)
    for (const viewer of this.open) viewer.terminate()
    for (const socket of this.refused) socket.destroy()
  }

  /** Answers whether the request is for a websocket that there is. */
  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const address = request.headers.upgrade?.toLowerCase() === 'websocket' ? readSocketAddress(request.url ?? '') : undefined
    if (!address) return false
    if (this.isClosing || this.open.size >= this.options.maxViewers) this.refuse(socket)
    else {
      this.handshakes.handleUpgrade(request, socket, head, (opened) => {
        this.welcome(opened as Viewer, socket, address, siteOf(request.headers, this.options.publicOrigin))
      })
    }
    return true
  }

  /** Closed as soon as the answer is written: nobody reads from the connection any more, so that its end would not be noticed. */
  private refuse(socket: Socket) {
    this.refused.add(socket)
    socket.once('close', () => this.refused.delete(socket))
    socket.once('finish', () => socket.destroy())
    socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }

  private welcome(viewer: Viewer, connection: Socket, { type, id, isCarrier }: SocketAddress, site: string | undefined) {
    viewer.connection = connection
    viewer.site = site
    viewer.boardType = type
    viewer.boardId = id
    viewer.connectedAt = this.options.elapsed()
    if (isCarrier) this.carriers.begin(viewer)
    viewer.allowance = allowanceOf(viewer)
    this.open.add(viewer)
    this.silent.add(viewer)
    viewer.on('message', this.heard)
    viewer.on('pong', alive)
    viewer.on('ping', alive)
    viewer.on('close', this.left)
    viewer.on('error', ignore)
  }

  // Listeners are made once for all sockets; the socket is their `this`.
  private readonly heard = ((sockets: ViewerSockets) =>
    function (this: WebSocket, data: RawData, isBinary: boolean) {
      sockets.hear(this as Viewer, isBinary ? undefined : (data as Buffer).toString())
    })(this)

  private readonly left = ((sockets: ViewerSockets) =>
    function (this: WebSocket) {
      sockets.leave(this as Viewer)
    })(this)

  private hear(viewer: Viewer, text: string | undefined) {
    viewer.isAlive = true
    viewer.allowance -= 1
    if (viewer.allowance < 0) return viewer.close(closeCodes.policy, 'Too many messages')
    if (viewer.passengers) {
      if (this.carriers.hear(viewer, viewer.passengers, text)) this.silent.delete(viewer)
      return
    }
    const message = readMessage(text)
    if (!message.success) return viewer.send(unknownMessage)
    this.silent.delete(viewer)
    void this.viewers.join(viewer, message.output)
  }

  private leave(viewer: Viewer) {
    this.carriers.leave(viewer)
    this.open.delete(viewer)
    this.silent.delete(viewer)
    this.viewers.leave(viewer)
  }
}

/** Messages until the next ping. Boards come and go on a socket that carries several. */
const allowanceOf = ({ passengers }: Viewer) => (passengers ? 8 * mostBoards : messagesPerPeriod)

function ping(viewer: Viewer) {
  viewer.allowance = allowanceOf(viewer)
  if (!viewer.isAlive) return viewer.terminate()
  viewer.isAlive = false
  if (viewer.readyState === viewer.OPEN) sendPing(viewer, viewer.connection)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function alive(this: WebSocket) {
  ;(this as Viewer).isAlive = true
}

/** ws closes the socket by itself; without a listener the process would end. */
function ignore() {}
