import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface RunningRelease {
  /** such as http://127.0.0.1:41234 */
  url: string
  pid: number
  /** Ends it in order. */
  stop(): Promise<void>
}

/** The program of one moment: of a commit, or the one that lies in this folder. */
export interface Release {
  /** Starts its server, or another start of it, on a free port unless the environment names one; without DATABASE_URL the environment needs a DATA_DIR. Throws with what it printed. */
  start(environment: Record<string, string>, main?: string): Promise<RunningRelease>
  /** Runs one of its commands to its end. Throws when it fails. */
  run(file: string, args: string[], environment: Record<string, string>): void
}

const linkAll = (from: string, to: string, names: string[]) => {
  mkdirSync(to, { recursive: true })
  for (const name of names) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true })
    symlinkSync(path.join(from, name), path.join(to, name))
  }
}

interface PackageFile {
  version: string
  dependencies?: Record<string, string>
}

const readPackage = (folder: string): PackageFile | undefined =>
  existsSync(path.join(folder, 'package.json'))
    ? (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageFile)
    : undefined

/** What a release's server needs in a version that is not in `packages`, such as `fastify@5.0.0`. */
function missingIn(packages: string, folder: string): string[] {
  const needed = ['server', 'shared'].flatMap((workspace) =>
    Object.entries(readPackage(path.join(folder, workspace))!.dependencies ?? {}),
  )
  return needed
    .filter(
      ([name, version]) =>
        !name.startsWith('@multiball/') && readPackage(path.join(packages, name))?.version !== version,
    )
    .map(([name, version]) => `${name}@${version}`)
}

/** Installs what the release alone needs, in place of the packages of today. */
function installMissing(packages: string, folder: string): void {
  const missing = missingIn(packages, folder)
  if (missing.length === 0) return
  const own = path.join(folder, 'own')
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--silent', '--prefix', own, ...missing],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error(`These packages cannot be installed: ${missing.join(' ')}`)
  for (const one of missing) {
    const name = one.slice(0, one.lastIndexOf('@'))
    const place = path.join(folder, 'node_modules', name)
    rmSync(place, { force: true })
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(path.join(own, 'node_modules', name), place)
  }
}

const namesIn = (packages: string) =>
  readdirSync(packages).flatMap((name) =>
    name.startsWith('@') && name !== '@multiball'
      ? readdirSync(path.join(packages, name)).map((inner) => `${name}/${inner}`)
      : [name],
  )

/** The packages of `root`, but the workspace's own from `folder`: an old server must not meet the contracts of today. */
function linkPackages(root: string, folder: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  linkAll(
    from,
    to,
    namesIn(from).filter((name) => name !== '@multiball'),
  )
  mkdirSync(path.join(to, '@multiball'))
  // They lead to ../../shared and the like.
  for (const name of readdirSync(path.join(from, '@multiball')))
    symlinkSync(readlinkSync(path.join(from, '@multiball', name)), path.join(to, '@multiball', name))
  for (const workspace of ['server', 'shared', 'platform']) {
    const own = path.join(root, workspace, 'node_modules')
    if (existsSync(own)) linkAll(own, path.join(folder, workspace, 'node_modules'), namesIn(own))
  }
  installMissing(from, folder)
}

/** The release whose sources lie in this folder. */
export const releaseIn = (folder: string): Release => {
  const environmentOf = (environment: Record<string, string>) => ({
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    DEMO: '0',
    DEPLOY_DIR: path.join(folder, 'deploy'),
    ...environment,
  })
  return {
    run: (file, args, environment) => {
      const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], {
        cwd: folder,
        env: environmentOf(environment),
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      if (status !== 0) throw new Error(`${file} ${args.join(' ')} has failed`)
    },
    start: (environment, main = 'server/src/main.ts') =>
      new Promise((resolve, reject) => {
        const server = spawn(process.execPath, ['--import', 'tsx', main], {
          cwd: folder,
          env: { ...environmentOf(environment), PORT: environment.PORT ?? '0' },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        // It does not outlive who has started it.
        const kill = () => server.kill('SIGTERM')
        process.once('exit', kill)
        let printed = ''
        const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
        void ended.then(() => {
          process.off('exit', kill)
          reject(new Error(printed))
        })
        server.stdout.on('data', (chunk: Buffer) => {
          printed = (printed + chunk.toString()).slice(-20_000)
          const address = /ready: (http:\S+)/.exec(printed)?.[1]
          if (!address) return
          resolve({
            url: address.replace('localhost', '127.0.0.1'),
            pid: server.pid!,
            stop: () => {
              kill()
              return ended
            },
          })
        })
      }),
  }
}

/** Puts the sources of a commit of the repository in `root` into a folder of their own. Throws when there is no such commit. */
export function unpackRelease(root: string, commit: string): Release & { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-release-'))
  // PostgreSQL may have to run as another user.
  chmodSync(folder, 0o755)
  const unpacked = spawnSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', commit, folder], {
    cwd: root,
    stdio: 'inherit',
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (unpacked.status !== 0 || !existsSync(path.join(folder, 'server'))) {
    remove()
    throw new Error(`${commit} is not a commit`)
  }
  linkPackages(root, folder)
  return { ...releaseIn(folder), folder, remove }
}
