import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { access, chmod, chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { StartError } from '../../process/startError'
import type { Binaries } from './binaries'
import type { DatabaseFolder } from './databaseFolder'
import { ifMissing } from './missing'
import { run } from './run'

/** PostgreSQL's own, which may do anything: also run programs and read files. Nothing works as this one. */
export const adminRole = 'multiball'
/** What the server and its commands work as: it owns the database. */
export const serverRole = 'multiball_server'
export const databaseName = 'multiball'

/** For a small machine; nothing here could lose a row. */
const safeSettings: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_connections: '40',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Not refused statements: their details name people.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

interface ClusterOptions {
  location: DatabaseFolder
  binaries: Binaries
  password: string
  /** over the safe ones; for throwaway databases of tests */
  settings?: Record<string, string>
}

/** The folder of one PostgreSQL server and the programs that work on it. */
export class Cluster {
  private readonly data: string
  private readonly logFile: string

  constructor(private readonly options: ClusterOptions) {
    this.data = path.join(options.location.folder, 'cluster')
    this.logFile = path.join(options.location.folder, 'postgres.log')
  }

  /** Whether a database was ever made here. */
  exists(): Promise<boolean> {
    return access(this.data).then(() => true, ifMissing(false))
  }

  /** Makes an empty database: all of it or nothing. Throws StartError. */
  async create(): Promise<void> {
    const { folder, user } = this.options.location
    const unfinished = `${this.data}.new`
    const passwordFile = path.join(folder, 'password.new')
    await rm(unfinished, { recursive: true, force: true })
    await writeFile(passwordFile, this.options.password, { mode: 0o600 })
    if (user) await chown(passwordFile, user.uid, user.gid)
    const { code, output } = await this.program('initdb', [
      ...['-D', unfinished, '-U', adminRole, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // Upper and lower case of every script, the same on every machine.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      // What is thrown away again need not be on the disk.
      ...(this.options.settings?.fsync === 'off' ? ['--no-sync'] : []),
    ])
    await rm(passwordFile, { force: true })
    if (code !== 0) {
      await rm(unfinished, { recursive: true, force: true })
      throw new StartError(`The database could not be created in ${folder}: ${reasonIn(output)}`)
    }
    await rename(unfinished, this.data)
  }

  /**
   * Starts it on a free port of this machine, or the given one, over one that a killed server left running.
   * Answers the port. Throws StartError.
   */
  async start(givenPort?: number): Promise<number> {
    await this.checkVersion()
    await this.stop()
    for (let attempt = 1; ; attempt += 1) {
      const port = givenPort ?? (await freePort())
      const reason = await this.tryStart(port)
      if (reason === undefined) return port
      // Somebody took the port meanwhile, or the processes of a killed server are still going.
      const mayPass = /Address already in use|could not bind|pre-existing shared memory/.test(reason)
      if (mayPass && attempt < 5) {
        await pause(500)
        continue
      }
      throw new StartError(
        `The database in ${this.data} does not start: ${reasonIn(reason)}\nIts log is ${this.logFile}. If the folder is damaged, put a backup in its place, or move it away to start with an empty one.`,
      )
    }
  }

  /** Stops it, if it runs, with everything written. */
  async stop(): Promise<void> {
    if (!(await this.isRunning())) return
    const { code } = await this.control('stop', '-m', 'fast', '-w', '-t', '25')
    if (code !== 0) await this.control('stop', '-m', 'immediate', '-w', '-t', '10')
  }

  /** The process id of the running server. */
  async pid(): Promise<number | undefined> {
    const text = await readFile(path.join(this.data, 'postmaster.pid'), 'utf8').catch(ifMissing(''))
    return Number.parseInt(text, 10) || undefined
  }

  /** Whether it runs, asked cheaply. */
  async isAlive(): Promise<boolean> {
    const pid = await this.pid()
    return pid !== undefined && isProcess(pid) && (await isPostgres(pid, this.data))
  }

  private async isRunning() {
    if ((await this.control('status')).code !== 0) return false
    const pid = await this.pid()
    if (pid === undefined || (await isPostgres(pid, this.data))) return true
    // The id of a server that was killed now belongs to somebody else (usual after a container's restart).
    await rm(path.join(this.data, 'postmaster.pid'), { force: true })
    return false
  }

  /** Undefined when it runs, else what its log says. */
  private async tryStart(port: number): Promise<string | undefined> {
    const { user } = this.options.location
    await rename(this.logFile, `${this.logFile}.before`).catch(ifMissing(undefined))
    await writeFile(this.logFile, '', { mode: 0o600 })
    await chmod(this.logFile, 0o600)
    if (user) await chown(this.logFile, user.uid, user.gid)
    const settings = {
      ...safeSettings,
      ...this.options.settings,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(port),
    }
    const options = [
      `-D ${quoted(this.data)}`,
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${quoted(value)}`),
    ].join(' ')
    // pg_ctl puts names of files into a line for the shell, where $ and others mean something: these two are relative.
    const { code, output } = await this.program(
      'pg_ctl',
      ['start', '-D', path.basename(this.data), '-w', '-t', '60', '-l', path.basename(this.logFile), '-o', options],
      this.options.location.folder,
    )
    if (code === 0) return undefined
    const log = await readFile(this.logFile, 'utf8').catch(() => '')
    await this.control('stop', '-m', 'immediate', '-w', '-t', '10')
    return log.trim() || output
  }

  private async checkVersion() {
    const made = await readFile(path.join(this.data, 'PG_VERSION'), 'utf8').catch(ifMissing(''))
    const ours = this.options.binaries.version.split('.')[0]
    if (made.trim() === ours) return
    throw new StartError(
      made
        ? `The database in ${this.data} was made by PostgreSQL ${made.trim()}; this Multiball has PostgreSQL ${ours}.`
        : `The folder ${this.data} is damaged: it is not a PostgreSQL database.\nPut a backup in its place, or move it away to start with an empty one.`,
    )
  }

  private control(...parameters: string[]) {
    const [verb, ...rest] = parameters
    return this.program('pg_ctl', [verb!, '-D', this.data, ...rest])
  }

  /** Throws StartError where it could not even be started, which says nothing about the database. */
  private async program(name: string, parameters: string[], folder?: string) {
    const { code, output } = await run(
      path.join(this.options.binaries.folder, 'bin', name),
      parameters,
      this.options.location.user,
      folder,
    )
    if (code === undefined) throw new StartError(`${name} of PostgreSQL could not be run: ${output}`)
    return { code, output }
  }
}

/** One word for a shell. */
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether that process is the PostgreSQL of this folder; elsewhere than on Linux it is believed. */
async function isPostgres(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  // Empty for a process that is dead and only not yet buried.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(ifMissing('', ['ENOENT', 'ESRCH']))
  return command.split('\0').includes(data)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The line of a log that says what went wrong. */
function reasonIn(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|error|could not|cannot/.test(line))
  return (telling[0] ?? lines.at(-1) ?? 'no reason was given').replace(/^[\d-]+ [\d:.]+ UTC \[\d+\] /, '')
}

/**
 * A port of 127.0.0.1 that nobody listens on: below those that systems give to outgoing connections, any of which could take
 * it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const probe = net.createServer()
    const isFree = await new Promise<boolean>((resolve, reject) => {
      probe.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}

export const newPassword = () => randomBytes(24).toString('base64url')

/** The password of a role, by the administrator's: who reads that of the server is no administrator by it. */
export const passwordOf = (role: string, adminPassword: string): string =>
  role === adminRole ? adminPassword : createHmac('sha256', adminPassword).update(role).digest('base64url')

interface Connection {
  port: number
  /** the administrator's */
  password: string
  /** the one that the server works as, unless given */
  role?: string
  database?: string
}

/** The address of a database on this machine. */
export const urlOf = ({ port, password, role = serverRole, database = databaseName }: Connection): string =>
  `postgres://${role}:${passwordOf(role, password)}@127.0.0.1:${port}/${database}`
