import { readdirSync } from 'node:fs'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../ground/database/embedded/cluster'
import { run } from '../../ground/database/embedded/run'
import { systemUser } from '../../ground/database/embedded/databaseFolder'

const folderOfDebian = '/usr/lib/postgresql'
const oldestVersion = 15

/** Where Debian's newest PostgreSQL has its programs; undefined when none that Multiball can use is installed. */
export function findSystemPostgres(): { folder: string; version: number } | undefined {
  const versions = (() => {
    try {
      return readdirSync(folderOfDebian)
        .map(Number)
        .filter((version) => version >= oldestVersion)
    } catch {
      return []
    }
  })()
  if (versions.length === 0) return undefined
  const version = Math.max(...versions)
  return { folder: path.join(folderOfDebian, String(version), 'bin'), version }
}

export interface SystemPostgres {
  /** of its maintenance database */
  url: string
  pid: number
  close(): Promise<void>
}

/**
 * A PostgreSQL as an operator would have it, made in a folder for a while: Debian's programs, and a language that sorts
 * otherwise than bytes do. `restart` ends it as a crash would, and starts it again on the same port.
 */
export async function startSystemPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<SystemPostgres & { restart(): Promise<void> }> {
  const found = findSystemPostgres()
  if (!found) throw new Error(`There is no PostgreSQL in ${folderOfDebian}`)
  const user = await systemUser()
  const place = path.join(folder, 'system-postgres')
  await mkdir(place, { mode: 0o700 })
  if (user) await chown(place, user.uid, user.gid)
  await chmod(place, 0o700)
  const cluster = path.join(place, 'cluster')
  const program = async (name: string, ...given: string[]) => {
    const { code, output } = await run(path.join(found.folder, name), given, user)
    if (code !== 0) throw new Error(`${name}: ${output}`)
  }
  await program(
    'initdb',
    '-D',
    cluster,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  )
  const port = await freePort()
  const all = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
  const start = () => program('pg_ctl', 'start', '-D', cluster, '-w', '-l', path.join(place, 'log'), '-o', options)
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10),
    restart: async () => {
      await program('pg_ctl', 'stop', '-D', cluster, '-m', 'immediate', '-w')
      await start()
    },
    close: () => program('pg_ctl', 'stop', '-D', cluster, '-m', 'fast', '-w'),
  }
}

/** A standby of such a PostgreSQL, in a folder for a while, which follows it as one that an operator made with pg_basebackup. */
export async function startStandby(folder: string, primaryUrl: string): Promise<SystemPostgres> {
  const programs = findSystemPostgres()!.folder
  const user = await systemUser()
  const cluster = path.join(folder, 'standby')
  await mkdir(cluster, { mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  const program = async (name: string, ...given: string[]) => {
    const { code, output } = await run(path.join(programs, name), given, user)
    if (code !== 0) throw new Error(`${name}: ${output}`)
  }
  await program('pg_basebackup', '-d', primaryUrl, '-D', cluster, '-R', '--checkpoint=fast', '--no-sync')
  const port = await freePort()
  await program(
    'pg_ctl',
    'start',
    '-D',
    cluster,
    '-w',
    '-l',
    path.join(cluster, 'log.txt'),
    '-o',
    `-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c port=${port}`,
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10),
    close: () => program('pg_ctl', 'stop', '-D', cluster, '-m', 'immediate', '-w'),
  }
}
