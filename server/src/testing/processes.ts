import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programOf } from './programs'

const root = path.resolve(__dirname, '../../..')

interface RunningProcess {
  child: ChildProcess
  /** the first group of the pattern, once what it has printed matches; rejects with the output when it ends before */
  says(pattern: RegExp): Promise<string>
  ended: Promise<{ code: number | null; output: string }>
}

/** What a server prints once it listens; the group is its address. */
export const isReady = /ready: (http:\S+)/

/**
 * Programs of the server in processes of their own, as `npm start` and the other commands run them, and a folder for the
 * tests of a file. Those still running are killed and the folder is removed after the last test.
 */
export function useProcesses() {
  const started: ChildProcess[] = []
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'multiball-processes-'))
    // PostgreSQL runs as another user when the tests run as root.
    await chmod(folder, 0o755)
  })
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  function run(file: string, environment: Record<string, string>, ...given: string[]): RunningProcess {
    const child = spawn(process.execPath, [...programOf(file), ...given], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DEPLOY_DIR: path.join(folder, 'deploy'),
        INIT_CWD: folder,
        ...environment,
      },
    })
    started.push(child)
    let output = ''
    const listeners = new Set<() => void>()
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        for (const listener of listeners) listener()
      })
    }
    const ended: RunningProcess['ended'] = new Promise((resolve) =>
      child.on('close', (code) => resolve({ code, output })),
    )
    const says = (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)
          if (found) resolve(found[1] ?? '')
        }
        listeners.add(look)
        look()
        void ended.then(() => reject(new Error(output)))
      })
    return { child, ended, says }
  }

  return {
    run,
    /** there from beforeAll on */
    get folder() {
      return folder
    },
  }
}
