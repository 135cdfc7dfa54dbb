import { existsSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { StartError } from '../process/startError'
import type { Tell } from '../process/tell'
import { openEmbedded } from './embedded/embedded'
import { migrate } from './migrate'
import { connect, openPool, type OpenPool } from './pool'
import { holdServerLock, type Serving } from './serving'
import type { Tables } from './tables'

export type { Tables } from './tables'

interface DatabaseSettings {
  /** DATA_DIR of the embedded database */
  dataFolder: string
  /** an own PostgreSQL instead of the embedded one */
  databaseUrl?: string
  /** of a server at most */
  databaseConnections?: number
}

interface OpenOptions {
  /** the server holds its DATA_DIR alone; a command uses a running server's database, or starts its own for a while */
  role?: 'server' | 'command'
  /** without it, a DATA_DIR must be there: a command that asks about a server makes no empty one where its name is misspelt */
  makesDatabase?: boolean
  /** brings up to date what the program keeps in the tables */
  seed?(db: Kysely<Tables>): Promise<void>
  tell?: Tell
}

export interface OpenDatabase extends OpenPool {
  /** of its PostgreSQL, with the password, for connections beside those of `db` */
  url: string
  /** false when it belongs to a running server of this DATA_DIR */
  isOwn: boolean
  close(): Promise<void>
}

/** A PostgreSQL whose tables are as they are. */
export interface OpenPostgres {
  url: string
  /** false when it belongs to a running server of this DATA_DIR */
  isOwn: boolean
  close(): Promise<void>
}

/** Of a server's queries, ms: those of calls take a few, the largest leaderboards some hundred. */
const answerWithinMs = 15_000

/** The PostgreSQL itself, with whatever tables it has. Throws StartError, with nothing left running. */
export async function openPostgres(
  { databaseUrl, dataFolder }: DatabaseSettings,
  { role = 'command', makesDatabase = true, tell }: OpenOptions = {},
): Promise<OpenPostgres> {
  if (databaseUrl) return { url: databaseUrl, isOwn: true, close: async () => {} }
  if (!makesDatabase && !existsSync(dataFolder))
    throw new StartError(`There is no database: ${dataFolder} does not exist.`)
  return openEmbedded({ dataFolder, role, tell })
}

/** The database with up-to-date tables. Throws StartError, with nothing left running, when it cannot be used. */
export async function openDatabase(settings: DatabaseSettings, options: OpenOptions = {}): Promise<OpenDatabase> {
  const { role = 'command', seed, tell } = options
  if (role === 'server')
    tell?.(
      settings.databaseUrl ? 'Connecting to the database…' : `Starting the database in ${settings.dataFolder}…`,
      'starting',
      'info',
    )
  const postgres = await openPostgres(settings, options)
  let serving: Serving | undefined
  try {
    // Migrations may take as long as they need.
    const maker = connect({ connectionString: postgres.url })
    const max = role === 'server' ? settings.databaseConnections : undefined
    try {
      if (settings.databaseUrl) {
        await checkExternal(maker)
        if (role === 'server') serving = await holdServerLock(settings.databaseUrl)
      }
      await checkConnections(maker, max)
      if (postgres.isOwn) {
        await migrate(maker)
        await seed?.(maker)
      }
    } finally {
      await maker.destroy()
    }
    const opened = openPool({ connectionString: postgres.url, max, tell, ...(role === 'server' && { answerWithinMs }) })
    const close = async () => {
      await opened.db.destroy()
      await serving?.end()
      await postgres.close()
    }
    return { url: postgres.url, isOwn: postgres.isOwn, ...opened, close }
  } catch (error) {
    await serving?.end()
    await postgres.close()
    throw error instanceof StartError
      ? error
      : new StartError(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Connections that PostgreSQL cannot give would be missed in the busiest hour. Beside the pool, one holds this process's place. */
async function checkConnections(db: Kysely<Tables>, wanted: number | undefined) {
  if (wanted === undefined) return
  const { rows } = await sql<{ all: number; reserved: number }>`
    select current_setting('max_connections')::int as "all", current_setting('superuser_reserved_connections')::int as reserved
  `.execute(db)
  const free = rows[0]!.all - rows[0]!.reserved - 1
  if (wanted > free)
    throw new StartError(
      `DATABASE_CONNECTIONS is ${wanted}, but this PostgreSQL allows only ${free}. Lower it, or raise max_connections.`,
    )
}

/** An acknowledged score must survive a power cut. */
async function checkExternal(db: Kysely<Tables>) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${neededSettings})
  `
    .execute(db)
    .catch((error: Error) => {
      throw new StartError(
        `The PostgreSQL of DATABASE_URL does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`,
      )
    })
  const reason = whyUnfit(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])))
  if (reason) throw new StartError(reason)
}

/** What an external PostgreSQL says of itself: rows of pg_settings by name. */
type ServerSettings = Readonly<Record<string, string | undefined>>

/** Without one of these an acknowledged score does not survive a power cut. */
const switches = ['fsync', 'full_page_writes', 'synchronous_commit']

/** `unique nulls not distinct` is the newest thing that the tables need. */
const oldestVersion = 15

/** Of pg_settings, what {@link whyUnfit} looks at. */
export const neededSettings = [...switches, 'server_version_num', 'in_hot_standby', 'transaction_read_only']

/** Why scores may not be entrusted to this PostgreSQL; undefined when they may. */
export function whyUnfit(settings: ServerSettings): string | undefined {
  const version = Math.floor(Number(settings.server_version_num) / 10_000)
  if (version < oldestVersion)
    return `The PostgreSQL of DATABASE_URL is version ${version}: Multiball needs ${oldestVersion} or newer.`
  if (settings.in_hot_standby === 'on')
    return 'The PostgreSQL of DATABASE_URL is a standby, which takes no writes. Name its primary in DATABASE_URL; a standby for reads goes into DATABASE_READ_URL.'
  if (settings.transaction_read_only === 'on')
    return 'The PostgreSQL of DATABASE_URL is read-only: its default_transaction_read_only is on. Switch it off for the server, the database and the role, or name the primary in DATABASE_URL.'
  const off = switches.filter((name) => settings[name] === 'off')
  if (off.length === 0) return undefined
  return `The PostgreSQL of DATABASE_URL has ${off.join(', ')} switched off: a power cut would lose scores. Switch ${off.length === 1 ? 'it' : 'them'} on.`
}
