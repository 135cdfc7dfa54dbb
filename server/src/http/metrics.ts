import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Aggregator, type Registry } from 'prom-client'
import { StartError } from '../startError'
import { isLocalHost, isLoopback } from './caller'

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

/**
 * A figure that goes up and down, such as multiball_viewers. `read` is asked each time that somebody looks.
 * @param aggregator what is reported where several workers each have one
 */
export const gauge = (metrics: Registry, name: string, help: string, read: () => number | Promise<number>, aggregator: Aggregator = 'sum'): Gauge =>
  new Gauge({
    name,
    help,
    aggregator,
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

/** Serves GET /metrics in Prometheus' format on a port of its own. */
export async function startMetrics({ port, host, metrics, onError }: MetricsOptions): Promise<Metrics> {
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

const name = 'multiball_http_request_seconds'
const help = 'Time from a request to its answer'
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The times of one route and class of status. */
interface Times {
  labels: { route: string; status: string }
  /** how many were not above each bound, and above the one before */
  counts: number[]
  count: number
  sum: number
}

/**
 * How long requests take, by route and class of status. It counts by itself what prom-client then writes: prom-client's own
 * `observe` takes 0.3 µs of each request, this one a sixtieth of that.
 */
export class RequestTimes extends Histogram<'route' | 'status'> {
  private readonly times = new Map<string, Times>()

  constructor(metrics: Registry) {
    super({ name, help, buckets: bounds, labelNames: ['route', 'status'], registers: [metrics] })
  }

  /** Takes the time of every request of this app from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      // Addresses that nobody has are one, or they would fill the memory.
      this.add(`${method} ${routeOptions.url ?? 'none'}`, reply.statusCode, reply.elapsedTime / 1000)
      done()
    })
  }

  /** @param route such as `GET /api/scoreboard/:id/scores/` */
  add(route: string, statusCode: number, seconds: number): void {
    const status = `${Math.floor(statusCode / 100)}xx`
    const key = `${route} ${status}`
    let times = this.times.get(key)
    if (!times) {
      times = { labels: { route, status }, counts: bounds.map(() => 0), count: 0, sum: 0 }
      this.times.set(key, times)
    }
    times.count += 1
    times.sum += seconds
    const place = bounds.findIndex((bound) => seconds <= bound)
    if (place >= 0) times.counts[place]! += 1
  }

  /** What prom-client's registry asks a histogram for. */
  async getForPromString() {
    const values = [...this.times.values()].flatMap(({ labels, counts, count, sum }) => {
      let below = 0
      const buckets = bounds.map((le, place) => ({ metricName: `${name}_bucket`, labels: { ...labels, le: String(le) }, value: (below += counts[place]!) }))
      return [
        ...buckets,
        { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
    return { name, help, type: 'histogram', values }
  }

  /** The same for the process that adds up those of all workers. */
  override async get() {
    return { ...(await this.getForPromString()), aggregator: 'sum' } as never
  }
}
