import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Whether it answers this request, now or later; it may still hand it over to the framework later, once. */
type Answer = (request: IncomingMessage, response: ServerResponse, handOver: Listener) => boolean

/** Lets `answer` see each request before the framework does. Answers a function that ends that. */
export function beforeFramework(server: Server, answer: Answer): () => void {
  const next = server.listeners('request') as Listener[]
  const handOver: Listener = (request, response) => {
    for (const listener of next) listener.call(server, request, response)
  }
  let isOver = false
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isOver || !answer(request, response, handOver)) handOver(request, response)
  })
  return () => void (isOver = true)
}

/** Requests of one connection that are at work at the same time. */
const atOnce = 8
/** That wait behind them. No client sends more before it reads an answer. */
const mostWaiting = 1_000

interface Connection {
  working: number
  waiting: (() => void)[]
}

/**
 * Passes requests that one connection sends back to back to the framework a few at a time: their answers go out
 * in order anyway, and begun at once they would take all that there is. A connection that does not stop is closed.
 */
export function limitPipelining(server: Server): void {
  const connections = new WeakMap<Socket, Connection>()
  beforeFramework(server, (request, response, handOver) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { working: 0, waiting: [] }
    connections.set(socket, connection)
    const begin = () => {
      connection.working += 1
      response.once('close', () => {
        connection.working -= 1
        // Nobody reads the answers of a connection that is gone.
        if (socket.destroyed) connection.waiting = []
        connection.waiting.shift()?.()
      })
      handOver(request, response)
    }
    if (connection.working < atOnce) begin()
    else if (connection.waiting.length < mostWaiting) connection.waiting.push(begin)
    else socket.destroy()
    return true
  })
}

/** Takes over the connection of a request, `head` being what came behind it; or answers false and leaves it alone. */
type TakeOver = (request: IncomingMessage, socket: Socket, head: Buffer) => boolean

/**
 * Offers each request with an `Upgrade` header to `takeOver`. What it leaves is an ordinary request (RFC 9110, 7.8: a
 * server may ignore the header), answered by whatever answers the others: clients such as Java's offer HTTP/2 with
 * everything that they send. It goes on in a later turn: what a connection sends back to back is not to be answered in one.
 */
export function onUpgrade(server: Server, takeOver: TakeOver): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has taken its own listeners off the connection.
    socket.on('error', destroy)
    if (takeOver(request, socket, head)) return
    const handBack = () => {
      socket.off('error', destroy)
      // Until the next answer there is no wait for another request.
      socket.setTimeout(0)
      socket.unshift(Buffer.concat([requestHead(request, 'upgrade'), head]))
      server.emit('connection', socket)
    }
    const later = () => setImmediate(() => socket.destroyed || handBack())
    const unanswered = answerAtWork(socket)
    if (unanswered) unanswered.once('close', later)
    else later()
  })
}

function destroy(this: Socket) {
  this.destroy()
}

/** An earlier request of the connection that is still being answered: Node keeps count of these by itself, but only until an upgrade. */
export const answerAtWork = (socket: Socket): ServerResponse | null | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage

/** A request's head as it came, without the header of this name (in lower case). */
function requestHead({ method, url, httpVersion, rawHeaders }: IncomingMessage, without: string): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== without) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
