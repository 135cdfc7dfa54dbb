import { createServer, type AddressInfo } from 'node:net'

/** The port, if it could be had. */
const tried = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, 'localhost', () => {
      const { port: had } = probe.address() as AddressInfo
      probe.close(() => resolve(had))
    })
  })

/** The first port from this one on that no program listens on; from 0, one that the system chooses. */
export async function findPort(from: number): Promise<number> {
  for (let port = from; ; port += 1) {
    const free = await tried(port)
    if (free !== undefined) return free
  }
}
