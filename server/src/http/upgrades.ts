import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Takes over the connection of a request, `head` being what came behind it; or answers false and leaves it alone. */
type TakeOver = (request: IncomingMessage, socket: Socket, head: Buffer) => boolean

/**
 * Offers each request with an `Upgrade` header to `takeOver`. What it leaves is an ordinary request (RFC 9110, 7.8: a
 * server may ignore the header), answered by whatever answers the others: clients such as Java's offer HTTP/2 with
 * everything that they send.
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
      socket.unshift(Buffer.concat([headOf(request), head]))
      server.emit('connection', socket)
    }
    const unanswered = answerAtWork(socket)
    if (unanswered) unanswered.once('close', () => socket.destroyed || handBack())
    else handBack()
  })
}

function destroy(this: Socket) {
  this.destroy()
}

/** An earlier request of the connection that is still being answered: Node keeps count of these by itself, but only until an upgrade. */
const answerAtWork = (socket: Socket) => (socket as { _httpMessage?: ServerResponse | null })._httpMessage

/** A request's head as it came, without the one header that asks for another protocol. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
