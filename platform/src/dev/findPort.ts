import { createServer } from 'node:net'

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)))
  })

/** The first port from this one on that nobody listens on. */
export async function findPort(from: number): Promise<number> {
  let port = from
  while (!(await isFree(port))) port += 1
  return port
}
