import cluster from 'node:cluster'
import { compose } from './compose'
import { readConfig } from './ground/process/config'
import { startServer } from './server'
import { StartError } from './ground/process/startError'
import type { Place } from './workers'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const print = (line: string) => console.log(line)

// The reader of its output may be gone. Without a listener each line would be an error, which prints another line.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

interface Started {
  addresses: string[]
  /** Answers what a person should read below them. */
  onReady(): Promise<string[]>
  stop(): Promise<void>
}

/** One whole server in this process. */
async function startHere(place?: Place): Promise<Started> {
  const composed: { onReady?: (addresses: string[]) => Promise<string[]> | string[] } = {}
  const { addresses, stop } = await startServer(readConfig(process.env), (foundation) => Object.assign(composed, compose(foundation)), print, place)
  return { addresses, onReady: async () => (await composed.onReady?.(addresses)) ?? [], stop }
}

async function start(): Promise<Started> {
  const config = readConfig(process.env)
  if (config.workers === 1) return startHere()
  const { startWorkers } = await import('./workers')
  const { lines, ...started } = await startWorkers(config, print)
  return { ...started, onReady: async () => lines }
}

/** The process: starts, says where it listens, and stops cleanly when it is told to. */
async function main() {
  let running: Started | undefined
  let isStopping = false

  const stop = async (code: number) => {
    isStopping = true
    // Still starting: main stops it once that is through.
    if (!running) return
    await running.stop()
    process.exit(code)
  }

  for (const signal of signals) {
    process.on(signal, () => {
      print(`Stopping (${signal})…`)
      void stop(0)
    })
  }
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => {
      console.error('Multiball has failed and stops.', error)
      void stop(1)
    })
  }

  try {
    const started = (running = await start())
    if (isStopping) return await stop(0)
    print(`Multiball is ready: ${started.addresses.join('  ')}`)
    for (const line of await started.onReady()) print(line)
  } catch (error) {
    if (running) {
      console.error('Multiball has failed and stops.', error)
      return await stop(1)
    }
    console.error(error instanceof StartError ? error.message : error)
    process.exit(isStopping ? 0 : 1)
  }
}

if (cluster.isWorker) {
  const { beWorker } = await import('./workers')
  await beWorker(async (place) => {
    const { onReady, ...started } = await startHere(place)
    return { ...started, lines: await onReady() }
  })
} else await main()
