import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../../process/startError'
import type { Tell } from '../../process/tell'
import { findBinaries } from './binaries'
import { adminRole, Cluster, newPassword, passwordOf, urlOf, databaseName, serverRole } from './cluster'
import { holderOf, takeLock, type Holder, type Lock } from './lock'
import { reasonOf } from './missing'
import { findDatabaseFolder } from './databaseFolder'

interface EmbeddedOptions {
  /** DATA_DIR, made when missing */
  dataFolder: string
  /** there is one server at a time on a folder; a command uses a running server's database */
  role: Holder['role']
  /** takes what takes long, and that PostgreSQL was started again */
  tell?: Tell
  /** over PostgreSQL's own; for throwaway databases of tests */
  settings?: Record<string, string>
  /** how often it is seen whether PostgreSQL still runs, ms */
  lookEveryMs?: number
}

export interface OpenPostgres {
  /** of the database, as the role that owns it */
  url: string
  /** the same as PostgreSQL's administrator */
  adminUrl: string
  /** false when it belongs to a running server */
  isOwn: boolean
  /** the process id of the PostgreSQL that this call started */
  pid?: number
  /** Stops what this call started. */
  close(): Promise<void>
}

/**
 * A real PostgreSQL in DATA_DIR. Throws StartError, with nothing left running, when the folder is in use
 * by another server or cannot be used.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<OpenPostgres> {
  const { dataFolder, role } = options
  await makeFolder(dataFolder)
  const taken = await waitForLock(options)
  if ('lock' in taken) {
    return startOwn(options, taken.lock).catch((error: unknown) => {
      taken.lock.release()
      throw unusable(dataFolder, error)
    })
  }
  if (role === 'server') {
    throw new StartError(
      `Multiball is already running on ${dataFolder} (process ${taken.holder.pid}). Stop it first, or set another DATA_DIR and PORT.`,
    )
  }
  const port = await portOf(dataFolder)
  const password = await readPassword(dataFolder)
  return { ...addresses(port, password), isOwn: false, close: async () => {} }
}

const addresses = (port: number, password: string) => ({
  url: urlOf({ port, password }),
  adminUrl: urlOf({ port, password, role: adminRole }),
})

const patienceMs = 60_000
const pause = () => new Promise((resolve) => setTimeout(resolve, 200))

/** A command that is at work ends soon: it is waited for. */
async function waitForLock({ dataFolder, role, tell }: EmbeddedOptions) {
  const until = Date.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    const taken = await takeLock(dataFolder, role).catch((error: unknown) => {
      throw unusable(dataFolder, error)
    })
    if ('lock' in taken || taken.holder.role === 'server' || Date.now() > until) return taken
    if (isFirst)
      tell?.(`Waiting for a command that works on ${dataFolder} (process ${taken.holder.pid})…`, 'starting', 'info')
    await pause()
  }
}

/** Where a server that may only just be starting has its database. */
async function portOf(dataFolder: string): Promise<number> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const holder = await holderOf(dataFolder)
    if (holder?.port) return holder.port
    if (!holder) break
    await pause()
  }
  throw new StartError(`The Multiball that runs on ${dataFolder} has no database yet. Try again in a moment.`)
}

async function startOwn(
  { dataFolder, tell, settings, lookEveryMs = 2_000 }: EmbeddedOptions,
  lock: Lock,
): Promise<OpenPostgres> {
  const location = await findDatabaseFolder(dataFolder)
  const binaries = await findBinaries({ forOthers: location.user !== undefined, copies: location.copies })
  const isNew = !(await new Cluster({ location, binaries, password: '' }).exists())
  const password = isNew ? await writePassword(dataFolder) : await readPassword(dataFolder)
  const cluster = new Cluster({ location, binaries, password, settings })
  if (isNew) {
    tell?.(`Making the database in ${location.folder}…`, 'starting', 'info')
    await cluster.create()
  }
  const port = await cluster.start()
  try {
    await prepareDatabase(port, password)
    await lock.announce(port)
  } catch (error) {
    await cluster.stop()
    throw new StartError(
      `The database in ${location.folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const release = keepRunning(cluster, port, lookEveryMs, tell)
  return {
    ...addresses(port, password),
    isOwn: true,
    pid: await cluster.pid(),
    close: async () => {
      await release()
      await cluster.stop()
      lock.release()
    },
  }
}

/**
 * Starts PostgreSQL again, where its connections look for it, should it be killed (by a system without memory, say).
 * Answers how to end the watch.
 */
function keepRunning(cluster: Cluster, port: number, lookEveryMs: number, tell: Tell = () => {}): () => Promise<void> {
  let looking = Promise.resolve()
  let told: string | undefined
  const tellOnce = (sentence: string) => {
    if (sentence !== told) tell(sentence, 'postgresql-stopped', 'error')
    told = sentence
  }
  const look = async () => {
    try {
      if (!(await cluster.isAlive())) {
        tellOnce('The database has stopped unexpectedly and is started again…')
        await cluster.start(port)
      }
      told = undefined
    } catch (error) {
      tellOnce(
        error instanceof StartError
          ? error.message
          : `Whether the database still runs could not be seen: ${reasonOf(error)}.`,
      )
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

const passwordFile = (dataFolder: string) => path.join(dataFolder, 'postgres-password')

async function writePassword(dataFolder: string) {
  const password = newPassword()
  await writeFile(passwordFile(dataFolder), password, { mode: 0o600 })
  // A command of root may come before the server, which runs as whoever DATA_DIR belongs to.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataFolder)
    await chown(passwordFile(dataFolder), uid, gid)
  }
  return password
}

async function readPassword(dataFolder: string) {
  try {
    return (await readFile(passwordFile(dataFolder), 'utf8')).trim()
  } catch (error) {
    throw new StartError(
      `The database's password cannot be read from ${passwordFile(dataFolder)} (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

async function makeFolder(dataFolder: string) {
  // What root makes is entered by the user that PostgreSQL then runs as.
  await mkdir(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 }).catch(
    (error: unknown) => {
      throw unusable(dataFolder, error)
    },
  )
}

const unusable = (dataFolder: string, error: unknown) =>
  error instanceof StartError ? error : new StartError(`DATA_DIR ${dataFolder} cannot be used: ${reasonOf(error)}.`)

/** Does something over a connection of PostgreSQL's own administrator. */
async function asAdmin<Result>(
  port: number,
  password: string,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf({ port, password, role: adminRole, database }) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// What belongs to a table or an extension changes hands with it. Rows: the kind of thing, and its name as SQL says it.
const ofAdmin = `
  select kind, name from (
    select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
      format('%I.%I', n.nspname, c.relname) as name, c.relowner as owner, c.oid
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass and c.relkind = 'S')
    union all
    select 'routine', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), p.proowner, p.oid
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
    union all
    select 'schema', format('%I', nspname), nspowner, oid from pg_namespace where nspname = 'public'
  ) as things
  where owner = $1::regrole and not exists (select from pg_depend e where e.objid = things.oid and e.deptype = 'e')`

/**
 * Makes the role that the server works as, which owns the database and may do nothing else, and the database, unless they
 * are there. What earlier versions, which worked as the administrator, have made becomes the role's.
 */
async function prepareDatabase(port: number, password: string): Promise<void> {
  const owner = pg.escapeIdentifier(serverRole)
  await asAdmin(port, password, 'postgres', async (client) => {
    const { rowCount: hasRole } = await client.query('select from pg_roles where rolname = $1', [serverRole])
    if (!hasRole) await client.query(`create role ${owner} login`)
    // That it is what it should be, whatever happened to it.
    await client.query(
      `alter role ${owner} nosuperuser nocreaterole nobypassrls noreplication password ${pg.escapeLiteral(passwordOf(serverRole, password))}`,
    )
    const { rows } = await client.query<{ owner: string }>(
      'select datdba::regrole::text as owner from pg_database where datname = $1',
      [databaseName],
    )
    if (rows.length === 0) await client.query(`create database ${databaseName} owner ${owner}`)
    else if (rows[0]!.owner !== serverRole) await client.query(`alter database ${databaseName} owner to ${owner}`)
  })
  await asAdmin(port, password, databaseName, async (client) => {
    const { rows } = await client.query<{ kind: string; name: string }>(ofAdmin, [adminRole])
    if (rows.length === 0) return
    await client.query('begin')
    for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${owner}`)
    await client.query('commit')
  })
}
