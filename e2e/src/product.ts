import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../server/src/ground/database/embedded/cluster'
import { programOf } from '../../server/src/testing/programs'

export { freePort }

const root = path.resolve(import.meta.dirname, '../..')

/** Builds what has changed of the pages; where that fails, the command that was to show them ends. */
export function buildPages(): void {
  const { status } = spawnSync(process.execPath, ['platform/run.mjs', 'platform/src/build.cli.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

export interface Product {
  /** such as http://localhost:41234 */
  url: string
  dataFolder: string
  /** what the server has printed so far */
  output(): string
  /** of the server's process */
  pid(): number
  /** Kills the server at once (-9); nothing is tidied up. */
  kill(): Promise<void>
  /** Starts the server again on the same port and data. */
  start(): Promise<void>
  /** Ends it in order. */
  end(): Promise<void>
  /** Ends it in order and removes its data. */
  stop(): Promise<void>
}

/** Resolves once `/readyz` answers 200. */
async function ready(url: string, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + 90_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    // A server that takes the call and says nothing must not outlast the deadline.
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`The server did not become ready:\n${output()}`)
    await wait(100)
  }
}

const exited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Where globalSetup.ts has put what a first start makes: a database with its catalogue, which takes long. */
export const preparedData = 'MULTIBALL_PREPARED_DATA'

/** Where globalSetup.ts has put what there is to know of the product that the files of a run share. */
export const sharedServer = 'MULTIBALL_SHARED_SERVER'

/** The product of the run. It is not one file's to end. */
export function sharedProduct(): Product {
  const { url, dataFolder, output } = JSON.parse(process.env[sharedServer]!) as {
    url: string
    dataFolder: string
    output: string
  }
  const isShared = () => {
    throw new Error('Other files use this server: a file that ends it needs one of its own')
  }
  return {
    url,
    dataFolder,
    output: () => output,
    pid: isShared,
    kill: isShared,
    start: isShared,
    end: isShared,
    stop: isShared,
  }
}

/** Runs the real product on a free port with data of its own. The build must be there (npm test builds first). `main` is another start of the server. */
export async function startProduct(
  environment: Record<string, string> = {},
  main = 'server/src/main.ts',
): Promise<Product> {
  const port = await freePort()
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'multiball-e2e-'))
  // The database's own user must be able to enter it when the tests run as root.
  chmodSync(dataFolder, 0o755)
  const prepared = process.env[preparedData]
  // Owners of files and all.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, dataFolder])
  const url = `http://localhost:${port}`
  let child: ChildProcess
  let printed = ''

  async function start() {
    child = spawn(process.execPath, programOf(main), {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO: '0',
        HOST: '127.0.0.1',
        ...environment,
        PORT: String(port),
        DATA_DIR: dataFolder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-20_000)))
    await ready(url, child, () => printed)
  }

  async function kill() {
    child.kill('SIGKILL')
    await exited(child)
  }

  async function end() {
    // A killed server left its database running: only a server ends it in order.
    if (child.exitCode !== null || child.signalCode !== null) await start()
    child.kill('SIGTERM')
    await exited(child)
  }

  async function stop() {
    await end()
    rmSync(dataFolder, { recursive: true, force: true })
  }

  await start()
  return { url, dataFolder, output: () => printed, pid: () => child.pid!, kill, start, end, stop }
}

/** The address of /dev/mail, as the product prints it some time after it has become ready. */
export async function mailsPage({ output }: Pick<Product, 'output'>): Promise<string> {
  for (let looks = 0; looks < 100; looks += 1) {
    const address = /http:\S+\/dev\/mail\?key=\S+(?=\s)/.exec(output())?.[0]
    if (address) return address
    await wait(100)
  }
  throw new Error(`The product has not said where mails are:\n${output()}`)
}

/** What makes the first account, as a product that others reach has printed it. */
export function setupCode({ output }: Pick<Product, 'output'>): string {
  const code = /\/setup {2}\(code ([\w-]+)/.exec(output())?.[1]
  if (!code) throw new Error(`The product has not printed a code:\n${output()}`)
  return code
}

/** Makes this account an operator, as whoever runs the product does. */
export async function makeOperator({ dataFolder }: Pick<Product, 'dataFolder'>, username: string): Promise<void> {
  const environment = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataFolder }
  await promisify(execFile)(
    process.execPath,
    [...programOf('server/src/core/accounts/operators.cli.ts'), 'add', username],
    { cwd: root, env: environment },
  )
}
