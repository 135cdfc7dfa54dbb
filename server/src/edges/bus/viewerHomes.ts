import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import { requestHead } from '../../ground/http/beforeFramework'

/*
 * Viewers of a board meet at one worker, so that its state is made once. Connections come to the workers in turn; a worker that
 * reads which board is asked for passes the socket on to that board's home, by way of the primary, and the home reads the request
 * again, as if it had come there. A shared socket stays where it is, and so does whoever asks for a board whose home has more than
 * its share: a board that everybody watches is shown by all workers.
 */

/** A socket of the operating system: it can be sent to another process, and nothing is read from it meanwhile. */
export interface RawSocket {
  readStop(): void
  close(): void
}

/** From a worker to the primary; `pass` comes with a raw socket. */
export type HomesToPrimary = { type: 'pass'; to: number; head: Buffer } | { type: 'viewers'; open: number }

/** From the primary to a worker; `passed` comes with a raw socket. `loads`: numbers of the workers that serve, with their viewers. */
export type HomesToWorker = { type: 'passed'; head: Buffer } | { type: 'loads'; loads: (readonly [number, number])[] }

/** Sends a message to the primary, with a raw socket or without; `done` is called once it is on its way, or cannot be. */
type Send = (message: HomesToPrimary, socket?: RawSocket, done?: () => void) => void

/** Of an even share of all viewers, what a home may have, and what it may have besides. */
const mostOfShare = 1.25
const mostBesides = 100
const tellEveryMs = 1_000

const weightOf = (board: string, worker: number) =>
  createHash('sha256').update(`${worker} ${board}`).digest().readUInt32BE()

/**
 * The number of the worker at which this board's viewers meet; undefined where there is none, or it has enough of them. Of a board whose
 * home is away the others take over, each some.
 * @param board its live name
 * @param loads of the workers that serve: their viewers
 */
export function homeOf(board: string, loads: ReadonlyMap<number, number>): number | undefined {
  if (loads.size < 2) return undefined
  const numbers = [...loads.keys()]
  const home = numbers.reduce((best, number) => (weightOf(board, number) > weightOf(board, best) ? number : best))
  const all = [...loads.values()].reduce((sum, viewers) => sum + viewers, 0)
  return loads.get(home)! > (all / loads.size) * mostOfShare + mostBesides ? undefined : home
}

/** A worker's end. */
export class ViewerHomes {
  private loads = new Map<number, number>()
  private readonly passed = new WeakSet<Socket>()
  private own: { number: number; server: Server; openViewers: () => number } | undefined

  constructor(private readonly send: Send) {}

  /** From now on the server of this worker takes what is passed to it. @param openViewers how many sockets it has open */
  attach(server: Server, number: number, openViewers: () => number): void {
    this.own = { number, server, openViewers }
    let told = 0
    setInterval(() => {
      const open = openViewers()
      if (open === told) return
      told = open
      this.send({ type: 'viewers', open })
    }, tellEveryMs).unref()
  }

  /** Whether a request for a board's socket was passed on to another worker: then it is no longer ours. */
  pass(board: string, request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    if (!this.own || this.passed.has(socket)) return false
    // What was told may be a second old, in which hundreds may have come.
    if (this.loads.has(this.own.number)) this.loads.set(this.own.number, this.own.openViewers())
    const home = homeOf(board, this.loads)
    if (home === undefined || home === this.own.number) return false
    const raw = takeRaw(socket)
    if (!raw) return false
    // Counted until the home says how many it has.
    this.loads.set(home, this.loads.get(home)! + 1)
    this.send(
      { type: 'pass', to: home, head: Buffer.concat([requestHead(request), head, raw.unread]) },
      raw.socket,
      () => raw.socket.close(),
    )
    return true
  }

  /** Takes what the primary sent. */
  hear(message: HomesToWorker, raw: RawSocket | undefined): void {
    if (message.type === 'loads') return void (this.loads = new Map(message.loads))
    // The viewer may have gone meanwhile.
    if (!raw) return
    if (!this.own) return raw.close()
    const socket = new Socket({
      handle: raw,
      allowHalfOpen: true,
      readable: true,
      writable: true,
    } as ConstructorParameters<typeof Socket>[0])
    this.passed.add(socket)
    socket.unshift(message.head)
    this.own.server.emit('connection', socket)
  }
}

/** Takes a stream apart, which is over then: the socket below, and what was read from it already. Undefined where it is closed. */
function takeRaw(stream: Socket): { socket: RawSocket; unread: Buffer } | undefined {
  const holder = stream as unknown as { _handle: RawSocket | null }
  const socket = holder._handle
  if (!socket || stream.destroyed) return undefined
  socket.readStop()
  const unread = (stream.read() as Buffer | null) ?? Buffer.alloc(0)
  holder._handle = null
  stream.destroy()
  return { socket, unread }
}
