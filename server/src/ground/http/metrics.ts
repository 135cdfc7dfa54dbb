import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { StartError } from '../process/startError'
import { isLocalHost, isLoopback } from '../process/config'
import { originForm } from './target'

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

/** One figure of several under a name. Labels come from what we know: whoever calls us must not be able to make new ones. */
interface Labelled<Label extends string> {
  labels: Record<Label, string>
  value: number
}

/** A database that hangs must not keep the other figures from an operator who looks because of that. */
const readingMs = 3_000

function within<Value>(ms: number, reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>(
    (_resolve, reject) =>
      (timer = setTimeout(() => reject(new Error(`A figure was not read within ${ms / 1000} s`)), ms)),
  )
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

/** Figures that could not be read; they are missing from what is answered. */
const unread = 'multiball_unread_figures_total'

const unreadOf = (metrics: Registry): Counter =>
  (metrics.getSingleMetric(unread) as Counter | undefined) ??
  new Counter({
    name: unread,
    help: 'Figures that were missing because they could not be read in time',
    registers: [metrics],
  })

/** Without labels a reset leaves a zero, which would be a lie. */
function forget(figure: Gauge, hasLabels: boolean): void {
  figure.reset()
  if (!hasLabels) figure.remove()
}

/** Figures that go up and down, by label, such as multiball_board_viewers{type="scoreboard"}. `read` is asked each time that somebody looks. */
export function gauges<Label extends string>(
  metrics: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => readonly Labelled<Label>[] | Promise<readonly Labelled<Label>[]>,
): Gauge<Label> {
  const missed = unreadOf(metrics)
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      try {
        const found = await within(readingMs, Promise.resolve(read()))
        forget(this, labelNames.length > 0)
        for (const { labels, value } of found) this.set(labels, value)
      } catch {
        missed.inc()
        forget(this, labelNames.length > 0)
      }
    },
  })
}

/** A figure that goes up and down, such as multiball_viewers. `read` is asked each time that somebody looks; undefined: there is none now. */
export const gauge = (
  metrics: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): Gauge =>
  gauges(metrics, name, help, [], async () => {
    const value = await read()
    return value === undefined ? [] : [{ labels: {}, value }]
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
    if (originForm(request.url ?? '') !== '/metrics' || (isLoopback(host) && !isLocalHost(request.headers.host)))
      return response.writeHead(404).end()
    try {
      const text = await metrics.metrics()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch (error) {
      onError(error)
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new StartError(`Port ${port} of ${host} is in use. Set METRICS_PORT to a free one.`)
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
        throw new StartError(`METRICS_HOST ${host} is not an address of this machine.`)
      throw error
    },
  )
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

/** Where machines and programs post what is then shown: each outcome of these is worth a look. */
const posts: Readonly<Record<string, string>> = {
  'POST /api/entry/': 'entry',
  'PUT /api/board/:type/:id/feed/:name/': 'feed',
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
  /** by route and exact status */
  private readonly outcomes = new Map<string, number>()

  constructor(metrics: Registry) {
    super({ name, help, buckets: bounds, labelNames: ['route', 'status'], registers: [metrics] })
    const { outcomes } = this
    new Counter({
      name: 'multiball_posts_total',
      help: 'Posts of machines (call="entry") and of programs for boards (call="feed"), by the status of their answer',
      labelNames: ['call', 'status'],
      registers: [metrics],
      collect() {
        this.reset()
        for (const [outcome, count] of outcomes) {
          const [route, status] = outcome.split('|') as [string, string]
          this.inc({ call: posts[route]!, status }, count)
        }
      },
    })
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
    if (route in posts) {
      const outcome = `${route}|${statusCode}`
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    }
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
      const buckets = bounds.map((le, place) => ({
        metricName: `${name}_bucket`,
        labels: { ...labels, le: String(le) },
        value: (below += counts[place]!),
      }))
      return [
        ...buckets,
        { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
    return { name, help, type: 'histogram', values }
  }
}
