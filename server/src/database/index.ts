import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StartError } from '../startError'
import { openEmbedded } from './embedded'
import { migrate } from './migrate'
import { connect } from './pool'
import type { Tables } from './tables'

export type { Tables } from './tables'

export interface DatabaseSettings {
  /** DATA_DIR of the embedded database */
  dataFolder: string
  /** an own PostgreSQL instead of the embedded one */
  databaseUrl?: string
}

export interface OpenOptions {
  /** the server holds its DATA_DIR alone; a command uses a running server's database, or starts its own for a while */
  role?: 'server' | 'command'
  log?: (line: string) => void
  onError?: (error: Error) => void
}

export interface OpenDatabase {
  db: Kysely<Tables>
  close(): Promise<void>
}

/** The database with up-to-date tables. Throws StartError, with nothing left running, when it cannot be used. */
export async function openDatabase(settings: DatabaseSettings, { role = 'command', log, onError }: OpenOptions = {}): Promise<OpenDatabase> {
  const postgres = settings.databaseUrl
    ? { url: settings.databaseUrl, isOwn: true, close: async () => {} }
    : await openEmbedded({ dataFolder: settings.dataFolder, role, log })
  const db = connect({ connectionString: postgres.url, onError })
  const close = async () => {
    await db.destroy()
    await postgres.close()
  }
  try {
    if (settings.databaseUrl) await checkExternal(db)
    if (postgres.isOwn) await migrate(db)
    return { db, close }
  } catch (error) {
    await close()
    throw error instanceof StartError ? error : new StartError(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** An acknowledged score must survive a power cut. */
async function checkExternal(db: Kysely<Tables>) {
  const { rows } = await sql<{ fsync: string }>`select current_setting('fsync') as fsync`.execute(db).catch((error: Error) => {
    throw new StartError(`The PostgreSQL of DATABASE_URL does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`)
  })
  if (rows[0]?.fsync !== 'on') throw new StartError('The PostgreSQL of DATABASE_URL has fsync switched off: a power cut would lose scores. Switch it on.')
}
