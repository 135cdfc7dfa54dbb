import cluster from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { compose } from './compose'
import { readConfig } from './ground/process/config'
import { startServer } from './server'
import { StartError } from './ground/process/startError'
import { Stopping } from './stopping'
import type { WorkerPlace } from './workers'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const print = (line: string) => console.log(line)

// The reader of its output may be gone. Without a listener each line would be an error, which prints another line.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

interface Started {
  addresses: string[]
  /** Answers what a person should read below them. */
  onReady(): Promise<string[]>
  stop(): Promise<void>
  log: FastifyBaseLogger
}

/** One whole server in this process. */
async function startHere(place?: WorkerPlace): Promise<Started> {
  const composed: { onReady?: (addresses: string[]) => Promise<string[]> | string[] } = {}
  const { app, addresses, stop } = await startServer(
    readConfig(process.env),
    (foundation) => Object.assign(composed, compose(foundation)),
    print,
    place,
  )
  return { addresses, onReady: async () => (await composed.onReady?.(addresses)) ?? [], stop, log: app.log }
}

async function start(): Promise<Started> {
  const config = readConfig(process.env)
  if (process.getuid?.() === 0)
    print(
      'Multiball runs as root, which it does not need: a fault in it could reach everything on this machine. Start it as an ordinary user.',
    )
  if (config.workers === 1) return startHere()
  const { startWorkers } = await import('./workers')
  const { lines, ...started } = await startWorkers(config, print)
  return { ...started, onReady: async () => lines }
}

/** The process: starts, says where it listens, and stops cleanly when it is told to. */
async function main() {
  const stopping = new Stopping()
  let started: Started | undefined
  const fail = (error: unknown) => {
    const sentence = 'Multiball has failed and stops.'
    if (started) started.log.fatal({ err: error }, sentence)
    else console.error(sentence, error)
    return stopping.stop(1)
  }

  for (const signal of signals) {
    process.on(signal, () => {
      print(`Stopping (${signal})…`)
      void stopping.stop(0)
    })
  }
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => void fail(error))
  }

  try {
    started = await start()
    if (!(await stopping.goesOn(started))) return
    print(`Multiball is ready: ${started.addresses.join('  ')}`)
    for (const line of await started.onReady()) print(line)
  } catch (error) {
    if (started) return await fail(error)
    console.error(error instanceof StartError ? error.message : error)
    process.exit(stopping.code ?? 1)
  }
}

if (cluster.isWorker) {
  const { beWorker } = await import('./workers')
  await beWorker(async (place) => {
    const { onReady, ...started } = await startHere(place)
    return { ...started, lines: await onReady() }
  })
} else await main()
