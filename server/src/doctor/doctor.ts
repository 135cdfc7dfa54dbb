import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { connect as connectNats } from '@nats-io/transport-node'
import { PageConfig, Registry } from '@multiball/shared/schema'
import pg from 'pg'
import * as v from 'valibot'
import { natsHosts, natsOptions } from '../edges/bus/natsBus'
import { foreignDashboard, unfittingRemotes, unknownSections } from '../edges/pages/startCheck'
import { neededSettings, whyUnfit } from '../ground/database'
import { freeBytesOf, roomWith } from '../ground/database/diskRoom'
import { findBinaries } from '../ground/database/embedded/binaries'
import { holderOf, lockName } from '../ground/database/embedded/lock'
import { databaseFolder } from '../ground/database/embedded/databaseFolder'
import { migrationNames } from '../ground/database/migrate'
import { askIdentity, whyNoStandby } from '../ground/database/reads'
import { smtpConnection } from '../ground/mails/smtp'
import { isLocalHost, isLoopback, readConfig } from '../ground/process/config'
import type { Config } from '../ground/process/config'
import { StartError } from '../ground/process/startError'

/*
 * What is wrong with an installation, each thing in a sentence that says what to do. Nothing is changed: no folder is made,
 * no migration runs, no mail is sent. Only an empty file is written where backups go, and removed again.
 */

/** `broken`: it does not start, or does not do what it should. `warning`: it runs, and an operator should know. */
interface Finding {
  severity: 'broken' | 'warning'
  sentence: string
}

/** What is looked at. */
export interface Installation {
  environment: Record<string, string | undefined>
  /** where relative paths start */
  folder: string
  /** such as v24.9.0 */
  nodeVersion: string
  /** of the user that the server will run as; 0 is root */
  uid: number
  nowMs: number
}

const broken = (sentence: string): Finding[] => [{ severity: 'broken', sentence }]
const warning = (sentence: string): Finding[] => [{ severity: 'warning', sentence }]
const fine: Finding[] = []

const patienceMs = 5_000
const oldestNode = [20, 19] as const
/** No clock that is right shows an earlier time: this was written later. */
const writtenMs = Date.UTC(2026, 10, 1)
const clockToleranceMs = 60_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
const messageOf = (error: unknown) => {
  const { message, errors } = error as { message?: string; errors?: Error[] }
  return (message || errors?.[0]?.message || codeOf(error) || String(error)).replace(/\.$/, '')
}
const statOf = (file: string) =>
  stat(file).catch((error: unknown) =>
    ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? undefined : Promise.reject(error as Error),
  )

function node({ nodeVersion }: Installation): Finding[] {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return fine
  return broken(`This is Node.js ${nodeVersion}: Multiball needs ${oldestNode.join('.')} or newer.`)
}

function clock({ nowMs }: Installation): Finding[] {
  if (nowMs >= writtenMs) return fine
  return broken(
    `The clock of this machine says ${new Date(nowMs).toISOString().slice(0, 10)}, which is long past. Set it, and keep it right with NTP: logins and games go by it.`,
  )
}

function addresses({ publicUrl, host, proxies, isLocal, needsPublicUrl }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  const isOpen = !isLoopback(host) && !isLocalHost(host)
  return [
    ...(needsPublicUrl
      ? broken(
          'PUBLIC_URL is not set, and others can reach this server: links in mails and embeds would lead to localhost. Set it to the address that people type, such as https://boards.example.com.',
        )
      : fine),
    ...(!needsPublicUrl && !isLocal && isLocalHost(hostname)
      ? broken(
          `PUBLIC_URL is ${publicUrl}, which on every other machine means that machine. Set it to the address that people type.`,
        )
      : fine),
    ...(protocol === 'http:' && !isLocalHost(hostname)
      ? warning(
          `PUBLIC_URL is ${publicUrl}, without https: passwords and keys travel in the open. Put a proxy with a certificate in front (docs/nginx.md), and write https://.`,
        )
      : fine),
    ...(protocol === 'https:' && proxies === 0
      ? warning(
          'PUBLIC_URL begins with https, so a proxy is in front, but TRUST_PROXY is 0: all visitors share one limit, as if they were one. Set TRUST_PROXY to the number of proxies, mostly 1.',
        )
      : fine),
    ...(proxies > 0 && isOpen
      ? warning(
          `TRUST_PROXY is ${proxies} and HOST is ${host}: whoever reaches the port directly can claim any address. Set HOST to the address that the proxy uses, mostly 127.0.0.1, or let a firewall close the port.`,
        )
      : fine),
  ]
}

const demo = ({ demo: isDemo, isLocal }: Config): Finding[] =>
  isDemo && !isLocal
    ? warning(
        'DEMO is 1, and others can reach this server: a demo account is there for everybody who reads its password at the start. Set DEMO=0 before you use it for real.',
      )
    : fine

/** Files that hold passwords, and who may read them. */
async function secretFiles({ environment, folder }: Installation): Promise<Finding[]> {
  const found = await Promise.all(
    ['DATABASE_URL_FILE', 'DATABASE_READ_URL_FILE', 'NATS_URL_FILE', 'SMTP_URL_FILE', 'BACKUP_S3_URL_FILE'].map(
      async (name) => {
        const file = environment[name] && path.resolve(folder, environment[name])
        const about = file ? await statOf(file) : undefined
        // A container has no other users.
        return about && (about.mode & 0o004) !== 0 && !file!.startsWith('/run/secrets/')
          ? warning(
              `${file}, which ${name} names, can be read by every user of this machine. Close it: chmod o-r ${file}`,
            )
          : fine
      },
    ),
  )
  return found.flat()
}

/** This folder, or the nearest above it that is there: what is missing is made in it. */
async function existing(folder: string): Promise<string> {
  const isThere = await statOf(folder).catch(() => undefined)
  return isThere || folder === path.dirname(folder) ? folder : existing(path.dirname(folder))
}

async function dataFolder(
  { dataFolder: folder, databaseUrl, diskReserveBytes }: Config,
  { uid }: Installation,
): Promise<Finding[]> {
  const about = await statOf(folder).catch(() => undefined)
  const place = await existing(folder)
  const mayWrite = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  const owner = (await stat(place)).uid
  if (!mayWrite) {
    return broken(
      about && owner !== uid
        ? `DATA_DIR ${folder} belongs to user ${owner}, and this is user ${uid}, who may not write there. Start as that user, or give it away: chown -R ${uid} ${folder}`
        : `DATA_DIR ${folder} cannot be ${about ? 'written to' : `made: ${place} is closed to user ${uid}`}. Open it for that user, or set another DATA_DIR.`,
    )
  }
  if (databaseUrl) return fine
  const database = await databaseFolder(folder)
  const freeBytes = await freeBytesOf(database).catch(() => freeBytesOf(place))
  return [
    ...disk(folder, freeBytes, diskReserveBytes),
    ...(await cluster(folder, uid)),
    ...(await reachable(folder, uid)),
    ...(await lock(folder)),
  ]
}

/** Sentences on the room that is left on a disk, in bytes. */
export function disk(folder: string, freeBytes: number, reserveBytes: number): Finding[] {
  const left = `The disk of DATA_DIR ${folder} has ${Math.round(freeBytes / 1e6)} MB left`
  const room = roomWith(freeBytes, reserveBytes, 'unknown')
  if (room === 'stopped') return broken(`${left}, less than DISK_RESERVE_MB: no new game begins. Make room.`)
  return room === 'low' ? warning(`${left}. Make room before it is full.`) : fine
}

/** The folder of backups, or the one that it would be made in: a file is written there, and removed again. */
async function backupFolder({ backups }: Config): Promise<Finding[]> {
  if (!backups || !('folder' in backups)) return fine
  const { folder } = backups
  const place = await existing(folder)
  const file = path.join(place, `.multiball-doctor-${randomUUID()}`)
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    await rm(file)
    return fine
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOTDIR: `${place} is a file`,
      EACCES: `this user may not write to ${place}`,
      EROFS: `${place} is read-only`,
      ENOSPC: 'its disk is full',
    }
    return broken(
      `BACKUP_DIR ${folder} takes no backups: ${reasons[codeOf(error)] ?? messageOf(error)}. Name a folder that this user may write to.`,
    )
  }
}

/** The embedded PostgreSQL and what an earlier one has left. */
async function cluster(folder: string, uid: number): Promise<Finding[]> {
  let major: string
  try {
    major = (await findBinaries({ forOthers: false, copies: folder })).version.split('.')[0]!
  } catch (error) {
    return broken(`${messageOf(error)}.`)
  }
  const place = path.join(folder, 'postgres/cluster')
  const made = await readFile(path.join(place, 'PG_VERSION'), 'utf8').catch((error: unknown) =>
    codeOf(error) === 'ENOENT' ? '' : undefined,
  )
  if (made === undefined) {
    const owner = (await stat(path.join(folder, 'postgres'))).uid
    return broken(
      `The database in ${folder} belongs to user ${owner}, and this is user ${uid}, who may not read it. Start as that user, or give it away: chown -R ${uid} ${folder}`,
    )
  }
  if (made === '')
    return (await statOf(place))
      ? broken(
          `The folder ${place} is damaged: it is no database of PostgreSQL. Put a backup in its place, or move it away to start with an empty one.`,
        )
      : fine
  if (made.trim() === major)
    return (await statOf(path.join(folder, 'postgres-password')))
      ? fine
      : broken(
          `${path.join(folder, 'postgres-password')} is gone, and without it the database beside it cannot be opened. Put it back from your backup of DATA_DIR.`,
        )
  return broken(
    `The database in ${place} was made by PostgreSQL ${made.trim()}, and this Multiball has PostgreSQL ${major}. Write a backup with the Multiball that made it, and restore it into an empty DATA_DIR.`,
  )
}

/** Root's PostgreSQL runs as another user. */
async function reachable(folder: string, uid: number): Promise<Finding[]> {
  if (uid !== 0) return fine
  const parents = folder
    .split(path.sep)
    .slice(1, -1)
    .map((_, index, parts) => path.sep + parts.slice(0, index + 1).join(path.sep))
  for (const parent of parents) {
    const about = await statOf(parent)
    if (about && (about.mode & 0o001) === 0) {
      return warning(
        `Root starts Multiball with DATA_DIR below ${parent}, which is closed to others: the database goes to /var/lib/multiball instead, and DATA_DIR is not all there is to back up. Start as an ordinary user, or put DATA_DIR where others may enter.`,
      )
    }
  }
  return fine
}

async function lock(folder: string): Promise<Finding[]> {
  const file = path.join(folder, lockName)
  const holder = await holderOf(folder)
  if (holder || !(await statOf(file))) return fine
  return warning(
    `${file} was left by a process that is gone: the last stop was no orderly one. The next start replaces it; look into the log of then.`,
  )
}

const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Whether a Multiball answers there. */
function isServing({ port: number, host }: Config): Promise<boolean> {
  const address = anyAddress[host] ?? host
  const asked = fetch(`http://${address.includes(':') ? `[${address}]` : address}:${number}/config.json`, {
    signal: AbortSignal.timeout(patienceMs),
  })
  return asked.then(async (answer) => v.is(PageConfig, await answer.json())).catch(() => false)
}

/** Whether this program may listen there. */
function port(config: Config): Promise<Finding[]> {
  const { port: number, host, databaseUrl } = config
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', async (error) => {
      const code = codeOf(error)
      // With an external database, no file says that the server already runs.
      if (code === 'EADDRINUSE' && databaseUrl && (await isServing(config))) resolve(fine)
      else if (code === 'EADDRINUSE')
        resolve(
          broken(`Port ${number} of ${host} is in use by another program. Stop that one, or set PORT to a free one.`),
        )
      else if (code === 'EACCES')
        resolve(
          broken(
            `This user is not allowed to listen on port ${number}. Set PORT to one above 1023, and let a proxy listen on ${number}.`,
          ),
        )
      else
        resolve(
          broken(
            `HOST ${host} is not an address of this machine. 127.0.0.1 is for this machine and a proxy on it, 0.0.0.0 for all.`,
          ),
        )
    })
    server.listen(number, host, () => server.close(() => resolve(fine)))
  })
}

const untrusted =
  'this machine does not know who signed its certificate. Add &sslrootcert=FILE to the address, with the CA of its operator'
const databaseReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host has no address',
  EAI_AGAIN: 'its host has no address',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it does not know this user with this password',
  '28000': 'it does not let this user in',
  '3D000': 'it has no such database',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'multiball doctor',
  })
  client.on('error', () => {})
  return client
}

async function database(url: string, { databaseConnections }: Config, { nowMs }: Installation): Promise<Finding[]> {
  const client = clientOf(url)
  try {
    await client.connect()
    const {
      rows: [about],
    } = await client.query<{
      version: string
      all: number
      reserved: number
      super: boolean
      makes: boolean
      now: Date
    }>(`
      select current_setting('server_version_num') as version, current_setting('max_connections')::int as all,
        current_setting('superuser_reserved_connections')::int as reserved, (select rolsuper from pg_roles where rolname = current_user) as super,
        has_schema_privilege(current_schema(), 'create') as makes, clock_timestamp() as now`)
    const { rows: settings } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [neededSettings],
    )
    const {
      rows: [is],
    } = await client.query<{ there: boolean }>("select to_regclass('kysely_migration') is not null as there")
    const applied = is?.there
      ? (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
          ({ name }) => name,
        )
      : []
    return databaseFindings(
      { ...about!, settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), applied },
      databaseConnections,
      nowMs,
    )
  } catch (error) {
    return broken(
      `The PostgreSQL of DATABASE_URL at ${new URL(url).host} cannot be used: ${databaseReasons[codeOf(error)] ?? messageOf(error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

const asked = async <Row>(url: string, question: string): Promise<Row> => {
  const client = clientOf(url)
  try {
    await client.connect()
    return (await client.query(question)).rows[0] as Row
  } finally {
    await client.end().catch(() => {})
  }
}

/** The standby for reads. The server does without it, so that nothing about it is more than a warning. */
async function standby(readUrl: string, primaryUrl: string): Promise<Finding[]> {
  const remedy = 'All reads go to the database of DATABASE_URL.'
  const place = `The database of DATABASE_READ_URL at ${new URL(readUrl).host}`
  try {
    const primary = await asked<{ identity: string }>(primaryUrl, askIdentity).catch(() => undefined)
    const found = await asked<{ identity: string; isStandby: boolean }>(readUrl, askIdentity)
    // Without the primary there is nothing to compare it with, and enough to say.
    const trouble = primary && whyNoStandby(found, primary.identity)
    return trouble === undefined
      ? fine
      : warning(`${place} is not used: ${trouble}. ${remedy} Name a standby of it, or leave DATABASE_READ_URL out.`)
  } catch (error) {
    return warning(`${place} cannot be used: ${databaseReasons[codeOf(error)] ?? messageOf(error)}. ${remedy}`)
  }
}

/** What an external PostgreSQL says of itself. */
interface AskedDatabase {
  settings: Record<string, string>
  /** connections that it allows, and those of them that are kept for its administrator */
  all: number
  reserved: number
  /** of our role: whether it may do anything, and whether it may make tables */
  super: boolean
  makes: boolean
  now: Date
  /** names of migrations, ascending */
  applied: readonly string[]
}

/** Sentences on an external PostgreSQL that answers. */
export function databaseFindings(asked: AskedDatabase, wantedConnections: number, nowMs: number): Finding[] {
  const unfit = whyUnfit(asked.settings)
  const free = asked.all - asked.reserved - 1
  const newer = asked.applied.filter((name) => !migrationNames.includes(name))
  const apartMs = Math.abs(asked.now.getTime() - nowMs)
  return [
    ...(unfit ? broken(unfit) : fine),
    ...(wantedConnections > free
      ? broken(
          `DATABASE_CONNECTIONS is ${wantedConnections}, but the PostgreSQL of DATABASE_URL allows only ${free}. Lower it, or raise max_connections.`,
        )
      : fine),
    ...(asked.makes
      ? fine
      : broken('The role of DATABASE_URL may not make tables. Let it own the database: alter database … owner to …')),
    ...(asked.super
      ? warning(
          'The role of DATABASE_URL is a superuser, which may read files and run programs on the database’s machine. Give Multiball a role of its own: create role multiball login password …',
        )
      : fine),
    ...(newer.length > 0
      ? broken(
          `The database was used by a newer Multiball (${newer.join(', ')}). Start that one or a newer one; to go back, restore a backup that this one wrote.`,
        )
      : fine),
    ...(apartMs > clockToleranceMs
      ? broken(
          `The clocks of this machine and of the database are ${Math.round(apartMs / 1000)} s apart. Keep both right with NTP: logins and games go by them.`,
        )
      : fine),
  ]
}

async function nats(urls: readonly string[]): Promise<Finding[]> {
  try {
    const connection = await connectNats({
      ...natsOptions(urls),
      reconnect: false,
      timeout: patienceMs,
      maxReconnectAttempts: 0,
    })
    await connection.close()
    return fine
  } catch (error) {
    const code = codeOf((error as { cause?: unknown }).cause ?? error)
    const reason =
      code === 'ECONNREFUSED' || /connection refused/i.test(messageOf(error))
        ? 'nothing listens there'
        : messageOf(error)
    return broken(
      `The NATS of NATS_URL at ${natsHosts(urls)} cannot be used: ${reason}. Without it each process shows only the games that it received.`,
    )
  }
}

async function smtp(url: string): Promise<Finding[]> {
  const transport = smtpConnection(url, patienceMs)
  try {
    await transport.verify()
    return fine
  } catch (error) {
    const reason =
      codeOf(error) === 'EAUTH'
        ? 'it refuses this user and password'
        : /ECONNREFUSED/.test(messageOf(error))
          ? 'nothing listens there'
          : messageOf(error)
    return broken(
      `The mail server of SMTP_URL at ${new URL(url).host} cannot be used: ${reason}. Mails wait until it can.`,
    )
  } finally {
    transport.close()
  }
}

const hashOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The versions that visitors get now, each with its files as they were published. */
async function pages({ deployFolder, pages: { disabledSections } }: Config): Promise<Finding[]> {
  const file = path.join(deployFolder, 'registry.json')
  let registry: Registry
  try {
    registry = v.parse(Registry, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return warning(`No pages are in ${deployFolder} yet. The first start puts them there.`)
    return broken(
      `${file} cannot be read (${v.isValiError(error) ? 'it is no registry' : messageOf(error)}). Put the newest of ${path.join(deployFolder, 'revs')} in its place.`,
    )
  }
  const versions = [
    ...(registry.shell ? [['shell', registry.shell.active]] : []),
    ...(registry.embed ? [['embed', registry.embed.active]] : []),
    ...Object.entries(registry.remotes).flatMap(([name, { enabled, active, canary }]) =>
      enabled ? [active, ...(canary ? [canary.version] : [])].map((version) => [name, version]) : [],
    ),
  ] as [name: string, version: string][]
  const files = await Promise.all(versions.map(([name, version]) => published(deployFolder, name, version)))
  return [
    ...files.flat(),
    ...foreignDashboard(registry).flatMap(broken),
    ...unfittingRemotes(registry).flatMap(broken),
    ...unknownSections(registry, disabledSections).flatMap(broken),
  ]
}

async function published(deployFolder: string, name: string, version: string): Promise<Finding[]> {
  const folder = path.join(deployFolder, 'r', name, version)
  const remedy = ['shell', 'embed'].includes(name)
    ? 'Put it back from the release or a backup.'
    : `Put it back, or take the version back: npm run remotes -- rollback ${name}`
  if (!(await statOf(folder))) return broken(`${name} ${version} should run, but ${folder} is gone. ${remedy}`)
  // Published before hashes were kept.
  const list = await readFile(path.join(folder, 'files.json'), 'utf8').catch(() => '{}')
  const files = Object.entries(JSON.parse(list) as Record<string, string>)
  const changed = (
    await Promise.all(
      files.map(async ([file, hash]) =>
        hashOf(await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0))) === hash ? [] : [file],
      ),
    )
  ).flat()
  return changed.length === 0
    ? fine
    : broken(
        `${name} ${version} is not what was published: ${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ` and ${changed.length - 3} more` : ''} in ${folder}. ${remedy}`,
      )
}

/** Looks at everything that an installation needs. Answers findings, those that keep it from working first. */
export async function examine(installation: Installation): Promise<Finding[]> {
  const { environment, folder } = installation
  const machine = [...node(installation), ...clock(installation)]
  let config: Config
  try {
    config = readConfig(environment, folder)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [...machine, ...error.message.split('\n').flatMap(broken)]
  }
  // The server that already runs here has its port for itself.
  const isRunning = !config.databaseUrl && (await holderOf(config.dataFolder).catch(() => undefined))?.role === 'server'
  const found = await Promise.all([
    addresses(config),
    demo(config),
    secretFiles(installation),
    dataFolder(config, installation),
    backupFolder(config),
    isRunning ? fine : port(config),
    config.databaseUrl ? database(config.databaseUrl, config, installation) : fine,
    config.databaseUrl && config.databaseReadUrl ? standby(config.databaseReadUrl, config.databaseUrl) : fine,
    config.natsUrls ? nats(config.natsUrls) : fine,
    config.smtpUrl
      ? smtp(config.smtpUrl)
      : config.isLocal
        ? fine
        : warning('SMTP_URL is not set: no mail leaves, so nobody can confirm an address or get a new password.'),
    pages(config),
  ])
  const all = [...machine, ...found.flat()]
  return [
    ...all.filter(({ severity }) => severity === 'broken'),
    ...all.filter(({ severity }) => severity === 'warning'),
  ]
}

/** The last line of a report. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const wrong = findings.filter(({ severity }) => severity === 'broken').length
  if (wrong > 0) return `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`
  return findings.length > 0 ? 'Nothing keeps Multiball from working.' : 'All is well.'
}
