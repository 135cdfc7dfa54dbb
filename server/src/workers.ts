import type { SendHandle } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'
import { ViewerHomes, type HomesToPrimary, type HomesToWorker, type RawSocket } from './edges/bus/viewerHomes'
import { Relay, WorkersBus, type ToPrimary, type ToWorker } from './edges/bus/workersBus'
import type { Config } from './ground/process/config'
import { openDatabase } from './ground/database'
import { processLog } from './ground/http/logger'
import { startMetrics } from './ground/http/metrics'
import { newMailsKey } from './ground/mails/mails.routes'
import { StartError } from './ground/process/startError'
import { Told } from './ground/process/tell'
import { Stopping } from './stopping'

/*
 * WORKERS=n: one start command, n processes. The primary has the port, the database and the metrics, and gives each new
 * connection to a worker, in turn; viewers go on to the worker at which those of their board meet. A worker is a whole server
 * on that database; what it commits it tells the others, over NATS where there is one, else through the primary. The first
 * worker starts before the others and keeps house for all.
 */

/** What a worker is told when it starts. */
interface Begin {
  databaseUrl: string
  /** connections that it may open */
  databaseConnections: number
  /** from 1 on; a worker that takes the place of one that died has its number */
  number: number
  isRestarted: boolean
  /** in the address of the page of mails, which all workers answer */
  mailsKey: string
}

/** What a worker is among the processes of its start command. */
export interface WorkerPlace extends Begin {
  bus: WorkersBus
  homes: ViewerHomes
  /** the primary reports these figures with those of the others */
  report(metrics: Registry): void
}

interface Ready {
  addresses: string[]
  /** to print below them */
  lines: string[]
}

/** `hello`: it hears from now on, and waits to be told its place. */
type FromWorker =
  ToPrimary | HomesToPrimary | { type: 'hello' } | ({ type: 'ready' } & Ready) | { type: 'refused'; message: string }
type FromPrimary = ToWorker | HomesToWorker | ({ type: 'begin' } & Begin) | { type: 'stop' }

/** What the primary and a single process have in common. */
interface Running extends Ready {
  stop(): Promise<void>
  log: FastifyBaseLogger
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** one that has lived so long does not start to fail */
const soundAfterMs = 60_000

/** How long to wait before a worker is started again that lived so long, after a wait of `beforeMs` the last time; ms. */
export const pauseBefore = (livedMs: number, beforeMs: number): number =>
  livedMs >= soundAfterMs ? firstPauseMs : Math.min(longestPauseMs, Math.max(firstPauseMs, beforeMs * 2))

/** What each worker may open of the connections of the start command: its share, and two at least. */
export const connectionsOfEach = ({
  databaseConnections,
  workers,
}: Pick<Config, 'databaseConnections' | 'workers'>): number => Math.max(2, Math.floor(databaseConnections / workers))

/** The figures of all workers, added up. */
class MetricsOfAll extends AggregatorRegistry<PrometheusContentType> {
  override metrics() {
    return this.clusterMetrics()
  }
}

/** Starts the database and all workers. `print` takes what a person should read until all serve. Throws StartError, with nothing left running. */
export async function startWorkers(config: Config, print: (sentence: string) => void): Promise<Running> {
  const log = processLog(config.logLevel)
  const told = new Told(print)
  const databaseConnections = connectionsOfEach(config)
  const database = await openDatabase(
    { ...config, databaseConnections: databaseConnections * config.workers },
    { role: 'server', tell: told.tell },
  )
  let metrics: Awaited<ReturnType<typeof startMetrics>> | undefined
  const relay = new Relay<Worker>()
  /** `viewers`: undefined until it serves */
  const living = new Map<number, { worker: Worker; ended: Promise<void>; viewers?: number }>()
  const pauses = new Set<NodeJS.Timeout>()
  const mailsKey = newMailsKey()
  let isStopping = false

  // A release is plain JavaScript and has no tsx.
  const isReleased = import.meta.url.endsWith('.js')
  const knowsTypeScript = isReleased || process.execArgv.some((argument) => argument.includes('tsx'))
  cluster.setupPrimary({
    exec: fileURLToPath(new URL(isReleased ? 'main.js' : 'main.ts', import.meta.url)),
    execArgv: knowsTypeScript ? process.execArgv : [...process.execArgv, '--import', import.meta.resolve('tsx')],
    // Events are texts, which this copies as they are.
    serialization: 'advanced',
  })
  cluster.schedulingPolicy = cluster.SCHED_RR

  const tell = (worker: Worker, message: FromPrimary, done = () => {}) => void worker.send(message, done)

  /** Tells all workers that serve how many viewers each of them has. */
  const tellLoads = () => {
    const serving = [...living].flatMap(([number, { worker, viewers }]) =>
      viewers === undefined ? [] : [{ number, worker, viewers }],
    )
    const loads = serving.map(({ number, viewers }) => [number, viewers] as const)
    for (const { worker } of serving) if (worker.isConnected()) tell(worker, { type: 'loads', loads })
  }

  /** Hands a viewer's socket to the worker that it was passed on to, or back where that is away. */
  const passOn = (
    { to, head }: Extract<HomesToPrimary, { type: 'pass' }>,
    raw: RawSocket | undefined,
    from: Worker,
  ) => {
    if (!raw) return
    const home = living.get(to)
    const taker = home?.viewers !== undefined && home.worker.isConnected() ? home.worker : from
    taker.send({ type: 'passed', head } satisfies FromPrimary, raw as unknown as SendHandle, () => raw.close())
  }

  /** Resolves once it serves. Throws StartError when it ends before. */
  const start = (number: number, isRestarted: boolean, pauseMs = 0) =>
    new Promise<Ready>((resolve, reject) => {
      const worker = cluster.fork()
      const startedAt = performance.now()
      let refusal = `Worker ${number} ended while it started.`
      let isReady = false
      const note = (viewers: number) => {
        Object.assign(living.get(number) ?? {}, { viewers })
        tellLoads()
      }
      const hear = relay.add(worker, (message, done) => tell(worker, message, done))
      worker.on('message', (message: FromWorker, raw?: unknown) => {
        if (message.type === 'hello') {
          if (isStopping) worker.process.kill('SIGKILL')
          else
            tell(worker, {
              type: 'begin',
              databaseUrl: database.url,
              databaseConnections,
              number,
              isRestarted,
              mailsKey,
            })
        } else if (message.type === 'ready') {
          isReady = true
          note(0)
          resolve(message)
        } else if (message.type === 'refused') refusal = message.message
        else if (message.type === 'viewers') note(message.open)
        else if (message.type === 'pass') passOn(message, raw as RawSocket | undefined, worker)
        else if (message.type === 'publish' || message.type === 'follow' || message.type === 'unfollow') hear(message)
      })
      const ended = new Promise<void>((over) =>
        worker.once('exit', (code, signal) => {
          relay.remove(worker)
          living.delete(number)
          tellLoads()
          over()
          reject(new StartError(refusal))
          if (isStopping || !(isReady || isRestarted)) return
          const nextMs = pauseBefore(performance.now() - startedAt, pauseMs)
          told.tell(
            `Worker ${number} has ended (${signal ?? code}) and is started again in ${nextMs / 1000} s.${isReady ? '' : ` ${refusal}`}`,
            'worker-ended',
            'error',
          )
          const timer = setTimeout(() => {
            pauses.delete(timer)
            // Its end is seen above.
            start(number, true, nextMs).catch(() => {})
          }, nextMs)
          pauses.add(timer)
        }),
      )
      living.set(number, { worker, ended })
    })

  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    await Promise.all([...living.values()].map(({ ended }) => ended))
    await metrics?.close()
    await database.close()
  }
  const stop = () => {
    isStopping = true
    for (const timer of pauses) clearTimeout(timer)
    // A second time to hurry.
    for (const { worker } of living.values()) if (worker.isConnected()) tell(worker, { type: 'stop' })
    return (stopped ??= stopAll())
  }

  try {
    if (config.metricsPort !== undefined) {
      metrics = await startMetrics({
        port: config.metricsPort,
        host: config.metricsHost,
        metrics: new MetricsOfAll(),
        onError: (error) => log.error({ err: error }, 'in the background'),
      })
    }
    // It settles who may log in, and says where all listen.
    const { addresses, lines } = await start(1, false)
    await Promise.all(Array.from({ length: config.workers - 1 }, (_, at) => start(at + 2, false)))
    told.goesOnIn(log)
    return { addresses, lines, stop, log }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The life of a worker: waits to be told its place, starts, and stops when the primary says so, or is gone.
 * @param start starts the server; throws StartError
 */
export async function beWorker(start: (place: WorkerPlace) => Promise<Running>): Promise<void> {
  const send = (message: FromWorker, done: () => void = () => {}) =>
    void process.send?.(message, undefined, undefined, done)
  const bus = new WorkersBus(send, (error) =>
    running ? running.log.error({ err: error }, 'in the background') : console.error(error),
  )
  const homes = new ViewerHomes(
    (message, raw, done) => void process.send?.(message, raw as unknown as SendHandle, undefined, done),
  )
  // Made now, so that it answers from now on.
  new AggregatorRegistry()
  const metrics = (given: Registry) => AggregatorRegistry.setRegistries([given])
  const stopping = new Stopping()
  let running: Running | undefined
  // A terminal sends its signals to all processes; the primary alone decides.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => {
      const sentence = 'A worker has failed and stops.'
      if (running) running.log.fatal({ err: error }, sentence)
      else console.error(sentence, error)
      void stopping.stop(1)
    })
  }
  const begin = await new Promise<Begin>((resolve) => {
    process.on('message', (message: FromPrimary, raw?: unknown) => {
      if (message.type === 'begin') resolve(message)
      else if (message.type === 'stop') void stopping.stop(0)
      else if (message.type === 'passed' || message.type === 'loads') homes.hear(message, raw as RawSocket | undefined)
      else if (message.type === 'events' || message.type === 'followed') bus.hear(message)
    })
    send({ type: 'hello' })
  })
  try {
    running = await start({ ...begin, bus, homes, report: metrics })
    if (!(await stopping.goesOn(running))) return
    send({ type: 'ready', addresses: running.addresses, lines: running.lines })
  } catch (error) {
    if (!(error instanceof StartError)) console.error(error)
    const message = error instanceof StartError ? error.message : 'A worker could not start.'
    send({ type: 'refused', message }, () => process.exit(1))
  }
}
