import net from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')
const empty: Buffer = Buffer.alloc(0)

/** The beginning of a request; `headers` end with a line break each. */
export const requestHead = (method: string, path: string, headers: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`

/** One kept-alive connection that sends a request as soon as the one before is answered, and does nothing else, so that it costs less than any server. */
export class Connection {
  private received: Buffer = empty
  private answered: (status: number, body: Buffer) => void = () => {}

  private constructor(private readonly socket: net.Socket) {
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.on('close', () => this.answered(0, empty))
    socket.on('error', () => {})
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  get isClosed(): boolean {
    return this.socket.destroyed
  }

  /** Calls `done` with the status of the answer, 0 when the connection is lost, and its body. */
  send(request: string, done: (status: number, body: Buffer) => void): void {
    this.answered = done
    this.socket.write(request)
  }

  close(): void {
    this.answered = () => {}
    this.socket.destroy()
  }

  private take(chunk: Buffer) {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk])
    const headEnd = this.received.indexOf(endOfHead)
    if (headEnd < 0) return
    const head = this.received.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.received.length < headEnd + 4 + length) return
    const body = this.received.subarray(headEnd + 4, headEnd + 4 + length)
    this.received = empty
    this.answered(Number(head.slice(9, 12)), body)
  }
}
