import net from 'node:net'
import { BcpReader, formatLine, type BcpCommand } from './bcp'

export interface ConnectionOptions {
  onCommand: (command: BcpCommand) => void
  log: (line: string) => void
}

const bcpVersion = '1.1'
const categories = ['core_events', 'player_vars', 'modes', 'machine_vars']

const greeting = [formatLine('hello', { version: bcpVersion, controller_name: 'Multiball bridge', controller_version: '1.0.0' })]
  .concat(categories.map((category) => formatLine('monitor_start', { category })))
  .join('')

/**
 * Talks with MPF over one connection: says hello, asks to be told, and answers what MPF waits for. Resolves when the
 * connection is over.
 */
export function converse(socket: net.Socket, { onCommand, log }: ConnectionOptions): Promise<void> {
  const reader = new BcpReader()
  const take = (command: BcpCommand) => {
    // MPF goes on only after its displays have said that they are ready.
    if (command.name === 'reset') socket.write(formatLine('reset_complete'))
    if (command.name === 'goodbye') socket.end()
    onCommand(command)
  }
  socket.setNoDelay(true).setKeepAlive(true, 30_000)
  socket.write(greeting)
  return new Promise((resolve) => {
    socket.on('data', (piece: Buffer) => {
      try {
        for (const command of reader.read(piece)) take(command)
      } catch (error) {
        log(`${(error as Error).message}; the connection is closed.`)
        socket.destroy()
      }
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve())
  })
}

/** Connects to MPF's port. Rejects when nobody answers there. */
export const dial = (host: string, port: number): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, host)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })

/** Waits for MPF to connect, as its display. One connection at a time: the newest one counts. */
export function serve(host: string, port: number, options: ConnectionOptions): Promise<net.Server> {
  let current: net.Socket | undefined
  const server = net.createServer((socket) => {
    current?.destroy()
    current = socket
    options.log('MPF is connected.')
    void converse(socket, options).then(() => options.log('MPF has gone.'))
  })
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(server)))
}
