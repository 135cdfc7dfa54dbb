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
 * Lets requests that one connection sends one behind the other come to the framework a few at a time: their answers go out
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
