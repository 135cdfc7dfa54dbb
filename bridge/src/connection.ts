import net from 'node:net'
import { BcpReader, formatLine, type BcpCommand } from './bcp'
import { tiltEvents } from './mpfGame'

export interface ConnectionOptions {
  /** before anything is said; `onGone` once for each connection, when it is over */
  onConnected: () => void
  onGone: () => void
  /** answers the placeholders that MPF is to be asked for */
  onCommand: (command: BcpCommand) => readonly string[]
  log: (line: string) => void
  /** says goodbye and closes the connection when it aborts */
  signal: AbortSignal
}

const bcpVersion = '1.1'
const categories = ['core_events', 'player_vars', 'modes', 'machine_vars']

const greeting = [
  formatLine('hello', { version: bcpVersion, controller_name: 'Multiball bridge', controller_version: '1.0.0' }),
]
  .concat(categories.map((category) => formatLine('monitor_start', { category })))
  .concat(tiltEvents.map((event) => formatLine('register_trigger', { event })))
  .join('')

/**
 * Talks to MPF over one connection: says hello, asks to be told, and answers what MPF waits for. Resolves when the
 * connection is over.
 */
export function converse(
  socket: net.Socket,
  { onConnected, onGone, onCommand, log, signal }: ConnectionOptions,
): Promise<void> {
  const reader = new BcpReader()
  const leave = () => socket.end(formatLine('goodbye'), () => socket.destroy())
  const take = (command: BcpCommand) => {
    // MPF goes on only after its displays have said that they are ready.
    if (command.name === 'reset') socket.write(formatLine('reset_complete'))
    if (command.name === 'goodbye') socket.end()
    for (const placeholder of onCommand(command)) socket.write(formatLine('evaluate_placeholder', { placeholder }))
  }
  onConnected()
  signal.addEventListener('abort', leave, { once: true })
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
    socket.once('close', () => {
      signal.removeEventListener('abort', leave)
      onGone()
      resolve()
    })
  })
}

/** Connects to MPF's port. Rejects when nobody answers there, and when the signal aborts: a computer that is off answers nothing for minutes. */
export const dial = (host: string, port: number, signal: AbortSignal): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, host)
    const leave = () => socket.destroy(new Error('No longer wanted'))
    const settled = () => {
      signal.removeEventListener('abort', leave)
      socket.off('error', failed)
    }
    const failed = (error: Error) => {
      settled()
      reject(error)
    }
    signal.addEventListener('abort', leave, { once: true })
    socket.once('error', failed)
    socket.once('connect', () => {
      settled()
      resolve(socket)
    })
  })

/**
 * Is MPF's display, until the signal aborts. One connection at a time: the newest one counts. Rejects when the port is
 * taken.
 */
export function serve(host: string, port: number, options: ConnectionOptions): Promise<void> {
  const { log, signal } = options
  let current: net.Socket | undefined
  const server = net.createServer((socket) => {
    current?.destroy()
    current = socket
    log('MPF is connected.')
    void converse(socket, options).then(() => log('MPF has gone.'))
  })
  signal.addEventListener('abort', () => server.close(), { once: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('close', () => resolve())
    server.listen(port, host, () => log(`Waiting for MPF on ${host}:${port}…`))
  })
}
