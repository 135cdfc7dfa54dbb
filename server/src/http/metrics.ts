import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { StartError } from '../startError'
import { isLocalHost, isLoopback } from './localNames'
import { textOf } from './readings'
import type { Reading } from './readings'

export interface Metrics {
  port: number
  close(): Promise<void>
}

export interface MetricsOptions {
  port: number
  host: string
  /** asked each time that somebody looks */
  read(): Promise<readonly Reading[]>
  onError(error: unknown): void
}

/** Serves GET /metrics in Prometheus' format on a port of its own: what `read` answers, and what Node.js knows of the process. */
export async function startMetrics({ port, host, read, onError }: MetricsOptions): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    // A foreign name that somebody has pointed at this machine is used by pages of theirs.
    if (request.url !== '/metrics' || (isLoopback(host) && !isLocalHost(request.headers.host))) return response.writeHead(404).end()
    try {
      const text = (await registry.metrics()) + textOf(await read())
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      onError(error)
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is in use. Set METRICS_PORT to a free one.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') throw new StartError(`METRICS_HOST ${host} is no address of this machine.`)
    throw error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        registry.clear()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
