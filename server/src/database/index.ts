import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StartError } from '../startError'
import { neededSettings, whyUnfit } from './durability'
import { openEmbedded } from './embedded/embedded'
import { migrate } from './migrate'
import { connect, openPool } from './pool'
import type { PoolUse } from './pool'
import { holdServing } from './serving'
import type { Serving } from './serving'
import type { Tables } from './tables'

export type { Tables } from './tables'

interface DatabaseSettings {
  /** DATA_DIR of the embedded database */
  dataFolder: string
  /** an own PostgreSQL instead of the embedded one */
  databaseUrl?: string
}

interface OpenOptions {
  /** the server holds its DATA_DIR alone; a command uses a running server's database, or starts its own for a while */
  role?: 'server' | 'command'
  log?: (line: string) => void
  onError?: (error: Error) => void
}

export interface OpenDatabase {
  db: Kysely<Tables>
  poolUse(): PoolUse
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
export const openPostgres = async (settings: DatabaseSettings, { role = 'command', log }: OpenOptions = {}): Promise<OpenPostgres> =>
  settings.databaseUrl ? { url: settings.databaseUrl, isOwn: true, close: async () => {} } : openEmbedded({ dataFolder: settings.dataFolder, role, log })

/** The database with up-to-date tables. Throws StartError, with nothing left running, when it cannot be used. */
export async function openDatabase(settings: DatabaseSettings, options: OpenOptions = {}): Promise<OpenDatabase> {
  const { role = 'command', onError } = options
  const postgres = await openPostgres(settings, options)
  let serving: Serving | undefined
  try {
    // Migrations may take as long as they need.
    const maker = connect({ connectionString: postgres.url, onError })
    try {
      if (settings.databaseUrl) {
        await checkExternal(maker)
        if (role === 'server') serving = await holdServing(settings.databaseUrl)
      }
      if (postgres.isOwn) await migrate(maker)
    } finally {
      await maker.destroy()
    }
    const { db, use: poolUse } = openPool({ connectionString: postgres.url, onError, ...(role === 'server' && { answerWithinMs }) })
    const close = async () => {
      await db.destroy()
      await serving?.end()
      await postgres.close()
    }
    return { db, poolUse, close }
  } catch (error) {
    await serving?.end()
    await postgres.close()
    throw error instanceof StartError ? error : new StartError(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** An acknowledged score must survive a power cut. */
async function checkExternal(db: Kysely<Tables>) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${neededSettings})
  `.execute(db).catch((error: Error) => {
    throw new StartError(`The PostgreSQL of DATABASE_URL does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`)
  })
  const reason = whyUnfit(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])))
  if (reason) throw new StartError(reason)
}
