import type { Kysely } from 'kysely'
import { connect } from '../ground/database/pool'
import type { Tables } from '../ground/database/tables'
import { createTestDatabase, startTestPostgres } from './postgres'
import type { PostgresServer } from './postgres'

const patienceMs = 60_000

export interface TestDatabase {
  /** the database of this test file; usable from beforeAll on */
  readonly db: Kysely<Tables>
  /** its address, for a second connection */
  readonly url: string
  /** where it lies, for a second database */
  readonly server: PostgresServer
}

/** The one that globalSetup has started, or that somebody has given to the run. */
function runningPostgres(): PostgresServer | undefined {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_OWNER_URL: ownerUrl = url } = process.env
  return url && ownerUrl ? { url, ownerUrl } : undefined
}

/**
 * Gives the test file that calls it a fresh database with all tables and the catalogue, dropped at the end.
 * Uses the run's PostgreSQL (globalSetup), or one of its own where none was started.
 */
export function useTestDatabase(): TestDatabase {
  let db: Kysely<Tables> | undefined
  let url = ''
  let server: PostgresServer | undefined
  const endings: (() => Promise<void>)[] = []

  const startOwn = async () => {
    const own = await startTestPostgres()
    endings.unshift(() => own.close())
    return own
  }

  beforeAll(async () => {
    server = runningPostgres() ?? (await startOwn())
    const database = await createTestDatabase(server)
    endings.unshift(() => database.drop())
    url = database.url
    const opened = connect({ connectionString: database.url, max: 5 })
    endings.unshift(() => opened.destroy())
    db = opened
  }, patienceMs)

  afterAll(async () => {
    for (const end of endings) await end()
  }, patienceMs)

  return {
    get db() {
      if (!db) throw new Error('The test database is there from beforeAll on')
      return db
    },
    get url() {
      return url
    },
    get server() {
      if (!server) throw new Error('The test database is there from beforeAll on')
      return server
    },
  }
}
