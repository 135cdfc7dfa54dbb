import net from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Stands between a pool and a database. */
export interface Wire {
  /** the database's address by way of it */
  url: string
  /** breaks every connection without a word of the database, as one that dies does */
  drop(): void
  /** connections stay open, and nothing that is sent over them arrives any more: the host is gone; new ones work */
  swallow(): void
  /** nothing that is sent arrives any more, over new connections neither, until {@link mend} */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openWire(databaseUrl: string): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const target = new URL(databaseUrl)
  const server = net.createServer((near) => {
    if (isCut) {
      sockets.add(near.on('error', () => {}).resume())
      return
    }
    const far = net.connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const swallow = () => {
    for (const socket of sockets) socket.unpipe().resume()
  }
  return {
    url: url.href,
    drop,
    swallow,
    cut: () => {
      isCut = true
      swallow()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
