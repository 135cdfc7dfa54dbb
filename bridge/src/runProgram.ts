import { setTimeout as wait } from 'node:timers/promises'

interface Running {
  log: (line: string) => void
  /** aborts when the program is told to end */
  signal: AbortSignal
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Runs a bridge until SIGTERM or SIGINT; what is wrong is said in a sentence, and ends the process with 1. */
export async function runProgram(run: (running: Running) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  try {
    await run({
      log: (line) => console.log(`${new Date().toISOString()} ${line}`),
      signal: stopping.signal,
      pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
    })
    process.exit()
  } catch (error) {
    console.error(error instanceof Error && !(error instanceof TypeError) ? error.message : error)
    process.exit(1)
  }
}
