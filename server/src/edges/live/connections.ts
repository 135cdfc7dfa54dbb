import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  GetScores,
  isLiveBoardType,
  LeaveScores,
  liveName,
  restartReason,
  sharedSocketPath,
} from '@multiball/shared/schema'
import type { LiveMessage } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { RawData, WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { onUpgrade } from '../../ground/http/beforeFramework'
import { siteOf } from '../../ground/http/cors'
import { originForm } from '../../ground/http/target'
import type { Schedule } from '../../ground/process/clock'
import { pingFrame, releaseInflate, writeFrame } from './frames'
import { closedTogether, inSlices } from './pace'
import { closeCodes, Connection } from './subscription'
import type { BoardRequest, Subscription } from './subscription'

interface ConnectionsOptions {
  /** called when a viewer asks for a board */
  begin: (connection: Connection, request: BoardRequest) => void
  /** called when a viewer is done with a board */
  end: (subscription: Subscription) => void
  /** ms that pass */
  elapsed: () => number
  schedule: Schedule
  maxViewers: number
  /** origin of our own pages, which no board has to list among its sites */
  publicOrigin: string
}

const boardAddress = /^\/([a-z]{2,30})\/([1-9]\d{0,14})\/scores\/websocket\/?(?:\?.*)?$/
const sharedAddress = new RegExp(`^${sharedSocketPath}?(?:\\?.*)?$`)

/** The most boards on one shared socket; a page with more opens another. */
const mostBoards = 32

const helloMs = 10_000
const pingEveryMs = 25_000
const messageBytes = 4 * 1024
const messagesPerPeriod = 30
const closingPauseMs = 50
const closingPatienceMs = 5_000

/** Compression as browsers offer it, which leaves everything about our direction to us. */
const browsersOffer = /^permessage-deflate(?:; ?client_max_window_bits)?$/

const messageOfOne = v.pipe(v.string(), v.parseJson(), GetScores)
const messageOfShared = v.pipe(v.string(), v.parseJson(), v.variant('type', [GetScores, LeaveScores]))
const unknownMessage = JSON.stringify({ type: 'UNKNOWN' } satisfies LiveMessage)

/** The sockets of viewers: opens them, hears what they subscribe to, checks that they are alive, and closes them. */
export class Connections {
  private readonly open = new Set<Connection>()
  /** those that have not asked for a board yet, and when they opened, by `elapsed` */
  private readonly silent = new Map<Connection, number>()
  /** sockets that were refused and are not closed yet */
  private readonly refused = new Set<Socket>()
  private readonly handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // What ws itself sends is short: only states are compressed, once for all (frames.ts).
    perMessageDeflate: {
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      threshold: Number.MAX_SAFE_INTEGER,
    },
    maxPayload: messageBytes,
    maxFragments: 8,
    maxBufferedChunks: 64,
    WebSocket: Connection,
  })
  private pingedAt: number
  private isClosing = false

  constructor(private readonly options: ConnectionsOptions) {
    this.pingedAt = options.elapsed()
  }

  /** How many are open. */
  get count(): number {
    return this.open.size
  }

  /** What was written to sockets and has not been taken, in bytes. */
  get unsentBytes(): number {
    let bytes = 0
    for (const { stream } of this.open) bytes += stream.writableLength
    return bytes
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

  /** Closes every connection, little by little, since all of them come back at other servers; lets nobody in meanwhile. */
  async close(): Promise<void> {
    this.isClosing = true
    const together = closedTogether(this.open.size, closingPauseMs)
    const reason = restartReason(this.open.size)
    let closed = 0
    for (const connection of this.open) {
      connection.close(closeCodes.restart, reason)
      closed += 1
      if (closed % together === 0) await pause(closingPauseMs)
    }
    for (let waited = 0; this.open.size > 0 && waited < closingPatienceMs; waited += closingPauseMs)
      await pause(closingPauseMs)
    for (const connection of this.open) connection.terminate()
    for (const socket of this.refused) socket.destroy()
  }

  /** Whether the request is for one of our websockets. */
  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const address =
      request.headers.upgrade?.toLowerCase() === 'websocket'
        ? readSocketAddress(originForm(request.url ?? ''))
        : undefined
    if (!address) return false
    if (this.isClosing || this.open.size >= this.options.maxViewers) this.refuse(socket)
    else {
      // Any other offer is declined: ws would refuse the connection for one that it cannot read.
      if (!browsersOffer.test(request.headers['sec-websocket-extensions'] ?? ''))
        delete request.headers['sec-websocket-extensions']
      this.handshakes.handleUpgrade(request, socket, head, (opened) => {
        const connection = opened as Connection
        connection.stream = socket
        connection.takesDeflated = connection.extensions !== ''
        connection.name = address.name
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
  private readonly onMessage = ((connections: Connections) =>
    function (this: WebSocket, data: RawData, isBinary: boolean) {
      connections.hear(this as Connection, isBinary ? undefined : (data as Buffer).toString())
    })(this)

  private readonly onClose = ((connections: Connections) =>
    function (this: WebSocket) {
      connections.leave(this as Connection)
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
    if (before) this.options.end(before)
    if (message.type === 'LEAVE_SCORES') return
    if (connection.subscriptions.length >= mostBoards) return connection.close(closeCodes.policy, 'Too many boards')
    this.silent.delete(connection)
    this.options.begin(connection, message)
  }

  private leave(connection: Connection) {
    this.open.delete(connection)
    this.silent.delete(connection)
    for (const subscription of connection.subscriptions) this.options.end(subscription)
  }
}

/**
 * Reads an address such as `/scoreboard/1/scores/websocket/`: the live name of its only board, or none for a socket that the
 * boards of a page share. Undefined where no socket is.
 */
function readSocketAddress(url: string): { name: string | undefined } | undefined {
  if (sharedAddress.test(url)) return { name: undefined }
  const [, type, id] = boardAddress.exec(url) ?? []
  return type && id && isLiveBoardType(type) ? { name: liveName(type, Number(id)) } : undefined
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
