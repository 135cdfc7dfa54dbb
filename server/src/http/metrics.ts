import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { StartError } from '../startError'
import { isLocalHost, isLoopback } from './localNames'

interface Metrics {
  port: number
  close(): Promise<void>
}

interface MetricsOptions {
  port: number
  host: string
  /** what the areas have registered; read each time that somebody looks */
  metrics: Registry
  onError(error: unknown): void
}

/** A figure that goes up and down, such as multiball_viewers. `read` is asked each time that somebody looks. */
export const gauge = (metrics: Registry, name: string, help: string, read: () => number | Promise<number>): Gauge =>
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      this.set(await read())
    },
  })

/** A figure that only rises while the process lives; its name ends with _total. */
export const counter = (metrics: Registry, name: string, help: string, read: () => number): Counter =>
  new Counter({
    name,
    help,
    registers: [metrics],
    collect() {
      this.reset()
      this.inc(read())
    },
  })

/** Serves GET /metrics in Prometheus' format on a port of its own: what the areas registered, and what Node.js knows of the process. */
export async function startMetrics({ port, host, metrics, onError }: MetricsOptions): Promise<Metrics> {
  collectDefaultMetrics({ register: metrics })
  const server = createServer(async (request, response) => {
    // A foreign name that somebody has pointed at this machine is used by pages of theirs.
    if (request.url !== '/metrics' || (isLoopback(host) && !isLocalHost(request.headers.host))) return response.writeHead(404).end()
    try {
      const text = await metrics.metrics()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch (error) {
      onError(error)
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is in use. Set METRICS_PORT to a free one.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') throw new StartError(`METRICS_HOST ${host} is not an address of this machine.`)
    throw error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        metrics.clear()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
