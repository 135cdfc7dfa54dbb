import { compose } from './compose'
import { readConfig } from './ground/process/config'
import { StartError } from './ground/process/startError'
import { startServer } from './server'
import type { RunningServer } from './server'
import { Stopping } from './stopping'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const print = (line: string) => console.log(line)

// The reader of its output may be gone. Without a listener each line would be an error, which prints another line.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** The process: starts, says where it listens, and stops cleanly when it is told to. */
async function main() {
  const stopping = new Stopping()
  let running: RunningServer | undefined
  const fail = (error: unknown) => {
    const sentence = 'Multiball has failed and stops.'
    if (running) running.app.log.fatal({ err: error }, sentence)
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
    const config = readConfig(process.env)
    if (process.getuid?.() === 0)
      print(
        'Multiball runs as root, which it does not need: a fault in it could reach everything on this machine. Start it as an ordinary user.',
      )
    running = await startServer(config, compose, print)
    if (!(await stopping.goesOn(running))) return
    print(`Multiball is ready: ${running.addresses.join('  ')}`)
    for (const line of await running.onReady()) print(line)
  } catch (error) {
    if (running) return await fail(error)
    console.error(error instanceof StartError ? error.message : error)
    process.exit(stopping.code ?? 1)
  }
}

await main()
