import { networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { buildApp } from './app'
import { Connections } from './connections'
import { BoardChanges } from './core/boards/changes'
import { seedCatalogue } from './core/catalogue/seed'
import { openDatabase } from './ground/database'
import type { OpenDatabase, Tables } from './ground/database'
import { openReads, type Reads } from './ground/database/reads'
import { refusalOf } from './ground/http/errors'
import { counter, gauge, gauges, startMetrics, RequestTimes } from './ground/http/metrics'
import type { guardedPost } from './ground/http/guardedPost'
import type { Config } from './ground/process/config'
import { StartError } from './ground/process/startError'
import { Told, type Tell } from './ground/process/tell'
import type { Traces } from './ground/tracing/traces'

/** What every area may use. */
export interface Foundation {
  config: Config
  db: Kysely<Tables>
  /** the same for reads that may be some seconds old; no transactions, and nothing that a write depends on */
  readDb: Kysely<Tables>
  /** of the same database, for a connection of one's own */
  databaseUrl: string
  changes: BoardChanges
  /** takes what operators want to see, which is read each time that they look */
  metrics: Registry
  /** follows posts to the frames that show them, where somebody collects that */
  traces?: Traces
  tell: Tell
  /** for tests: how webhooks are posted to */
  postToHook?: typeof guardedPost
  /** takes what only the log can take */
  onError(error: unknown): void
}

/** The server's areas put together, and what they need at the turns of its life. */
export interface Composition {
  areas: FastifyPluginAsync[]
  /** answers every path that no area has */
  pages?: FastifyPluginAsync
  /** before it listens: for websockets, and for requests that need no framework; their times go to `times` */
  attach?(app: FastifyInstance, times?: RequestTimes): void
  /** it listens; may answer lines to print */
  onReady?(addresses: string[]): Promise<string[]>
  /** a sentence on what keeps the areas from their work, for /readyz; undefined while nothing does */
  trouble?(): string | undefined
  /** it stops: send the viewers away */
  drain?(): Promise<void>
  /** nothing comes in any more: finish what is at work, before the database is closed */
  close?(): Promise<void>
}

export interface RunningServer {
  app: FastifyInstance
  foundation: Foundation
  /** as a person opens them */
  addresses: string[]
  /** where /metrics is; undefined when it is not served */
  metricsPort: number | undefined
  /** Begins what needs a server that listens. Answers what a person should read below the addresses. */
  onReady(): Promise<string[]>
  /** Drains and stops everything, the database last. May be called again to hurry. Never throws. */
  stop(): Promise<void>
}

/** Ms that the steps of stopping have at most, together less than the 90 s of the service: a step that hangs must not keep the process, since the database's host may be gone. */
const drainMs = 25_000
/** the only step in which nothing is listened to */
const answerMs = 5_000
const finishMs = 20_000
const figuresMs = 5_000
const databasesMs = 20_000
const quietEveryMs = 500

/**
 * Starts the database, the areas and the listener. `print` takes what a person should read until the server listens. Throws
 * StartError, with nothing left running.
 */
export async function startServer(
  config: Config,
  compose: (foundation: Foundation) => Composition,
  print: (sentence: string) => void,
): Promise<RunningServer> {
  const told = new Told(print)
  const { tell } = told
  const database = await openDatabase(config, { role: 'server', seed: seedCatalogue, tell })
  const reads =
    config.databaseReadUrl === undefined
      ? undefined
      : openReads({
          url: config.databaseReadUrl,
          max: config.databaseConnections,
          primary: database,
          tell,
        })
  const closeDatabases = async () => {
    await reads?.close()
    await database.close()
  }
  const traces =
    config.tracesUrl === undefined
      ? undefined
      : await import('./ground/tracing/traces').then(({ Traces }) => new Traces(config.tracesUrl!))
  let composition: Composition | undefined
  let app: FastifyInstance | undefined
  let troubles = 0
  let isOver = false
  const onError = (error: unknown) => {
    troubles += 1
    // What fails with the database was told when that went away, and what still goes on at the very end has none.
    const isKnown = isOver || (database.isAway() && refusalOf(error as Error)?.status === 503)
    app?.log[isKnown ? 'debug' : 'error']({ err: error }, 'in the background')
  }
  const foundation: Foundation = {
    config,
    db: database.db,
    readDb: reads?.db ?? database.db,
    databaseUrl: database.url,
    changes: new BoardChanges(onError),
    metrics: new Registry(),
    traces,
    tell,
    onError,
  }
  try {
    composition = compose(foundation)
    const { areas, pages, trouble } = composition
    const { metrics: registered } = foundation
    measureDatabase(registered, database)
    if (reads) measureReads(registered, reads)
    counter(
      registered,
      'multiball_background_errors_total',
      'Failures that no caller was told of; the log has them',
      () => troubles,
    )
    // Taking times costs a little of each request.
    const times = config.metricsPort === undefined ? undefined : new RequestTimes(registered)
    app = await buildApp({ config, db: database.db, areas, pages, trouble, observe: (made) => times?.watch(made) })
    await app.ready()
    const connections = new Connections(app.server)
    composition.attach?.(app, times)
    if (times) collectDefaultMetrics({ register: registered })
    const metrics =
      config.metricsPort === undefined
        ? undefined
        : await startMetrics({ port: config.metricsPort, host: config.metricsHost, metrics: registered, onError })
    await app.listen({ port: config.port, host: config.host })
    told.goesOnIn(app.log)
    const closeLast = () => {
      isOver = true
      return closeDatabases()
    }
    const stop = stopper(
      app,
      connections,
      composition,
      closeLast,
      async () => void (await Promise.all([metrics?.close(), traces?.close()])),
    )
    const addresses = addressesOf(app)
    const onReady = async () => (await composition?.onReady?.(addresses)) ?? []
    return { app, foundation, addresses, metricsPort: metrics?.port, onReady, stop }
  } catch (error) {
    await app?.close().catch(() => {})
    await composition?.close?.().catch(() => {})
    await closeDatabases()
    throw explain(error, config)
  }
}

function measureDatabase(metrics: Registry, { use: poolUse }: OpenDatabase): void {
  gauge(
    metrics,
    'multiball_database_connections_max',
    'Connections to the database that this process may open',
    () => poolUse().max,
  )
  counter(
    metrics,
    'multiball_database_failures_total',
    'Connections that could not be had or broke, and queries that the database could not answer',
    () => poolUse().failures,
  )
  gauge(
    metrics,
    'multiball_database_connections_in_use',
    'Connections to the database that work',
    () => poolUse().inUse,
  )
  gauge(
    metrics,
    'multiball_database_connections_idle',
    'Connections to the database that are free',
    () => poolUse().idle,
  )
  gauge(metrics, 'multiball_database_queries_waiting', 'Queries that wait for a connection', () => poolUse().waiting)
}

function measureReads(metrics: Registry, { use, figures }: Reads): void {
  gauge(
    metrics,
    'multiball_read_database_used',
    'Whether reads that may be old go to the database of DATABASE_READ_URL: 1; 0 while the primary answers them',
    () => Number(figures().isUsed),
  )
  gauges(
    metrics,
    'multiball_read_database_behind_seconds',
    'How old what that database knows is, to within five seconds; missing while it is not known',
    [],
    () => {
      const { behindMs } = figures()
      return behindMs === undefined ? [] : [{ labels: {}, value: behindMs / 1000 }]
    },
  )
  counter(
    metrics,
    'multiball_read_database_fell_back_total',
    'Queries that the primary answered because that database could not',
    () => figures().fellBack,
  )
  gauge(
    metrics,
    'multiball_read_database_connections_max',
    'Connections to that database that this process may open',
    () => use().max,
  )
  gauge(
    metrics,
    'multiball_read_database_connections_in_use',
    'Connections to that database that work',
    () => use().inUse,
  )
  gauge(metrics, 'multiball_read_database_queries_waiting', 'Queries that wait for one of them', () => use().waiting)
}

function stopper(
  app: FastifyInstance,
  connections: Connections,
  composition: Composition,
  closeDatabases: () => Promise<void>,
  closeFigures: () => Promise<void>,
) {
  let stopped: Promise<void> | undefined
  const attempt = (step: () => Promise<unknown> | undefined) =>
    Promise.resolve()
      .then(step)
      .catch((error: unknown) => app.log.error({ err: error }, 'stopping'))
  const attemptWithin = async (ms: number, name: string, step: () => Promise<unknown> | undefined) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        app.log.error(`stopping: ${name} not done within ${ms / 1000} s`)
        resolve()
      }, ms)
    })
    await Promise.race([attempt(step), late])
    clearTimeout(timer)
  }
  const inOrder = async () => {
    app.startDraining()
    // Posts are answered until everybody who waits for something longer has it.
    await attemptWithin(drainMs, 'viewers and calls at work were', () =>
      Promise.all([composition.drain?.(), connections.answered()]),
    )
    const quiet = setInterval(() => connections.endQuiet(), quietEveryMs)
    const late = setTimeout(() => connections.endAll(), answerMs)
    await attemptWithin(answerMs + quietEveryMs, 'the last calls were', () => app.close())
    clearInterval(quiet)
    clearTimeout(late)
    await attemptWithin(finishMs, 'what was at work was', () => composition.close?.())
    await attemptWithin(figuresMs, 'metrics and traces were', closeFigures)
    await attemptWithin(databasesMs, 'the database was', closeDatabases)
  }
  return () => {
    if (stopped) connections.endAll()
    stopped ??= inOrder()
    return stopped
  }
}

function addressesOf(app: FastifyInstance): string[] {
  return app.addresses().flatMap((bound) => {
    if (typeof bound === 'string') return []
    const { address, port, family } = bound
    if (address === '127.0.0.1' || address === '::1') return [`http://localhost:${port}`]
    if (address !== '0.0.0.0' && address !== '::')
      return [`http://${family === 'IPv6' ? `[${address}]` : address}:${port}`]
    const outside = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter((found) => found.family === 'IPv4' && !found.internal)
    return [`http://localhost:${port}`, ...outside.map((found) => `http://${found.address}:${port}`)]
  })
}

function explain(error: unknown, { host, port }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} of ${host} is in use. Set PORT to a free one.`)
  if (code === 'EACCES')
    return new StartError(`This user is not allowed to listen on port ${port}. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST ${host} is not an address of this machine.`)
  return error
}
