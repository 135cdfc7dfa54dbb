import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

const examples = path.resolve(import.meta.dirname, '../../examples')

/** An example as a partner runs it: a site of its own, on a port of its own. */
export interface RunningExample {
  url: string
  stop(): void
}

/**
 * Runs an example of the folder examples/.
 * @param board such as scoreboard/7
 */
export function startExample(name: string, host: string, board: string): Promise<RunningExample> {
  const child: ChildProcess = spawn(process.execPath, [path.join(examples, name, 'start.mjs'), host, board, '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer) => {
      printed += text.toString()
      const [, port] = /Open http:\/\/localhost:(\d+)/.exec(printed) ?? []
      // Another name than the product's: to the browser another site.
      if (port) resolve({ url: `http://127.0.0.1:${port}`, stop: () => void child.kill() })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('close', (code) => reject(new Error(`${name} ended with ${code}:\n${printed}`)))
  })
}
