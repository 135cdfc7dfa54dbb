import type { Kysely } from 'kysely'
import { connect } from '../database/pool'
import type { Tables } from '../database/tables'
import { createTestDatabase, startTestPostgres } from './postgres'

const patienceMs = 60_000

export interface TestDatabase {
  /** the database of this test file; usable from beforeAll on */
  readonly db: Kysely<Tables>
  /** its address, for a second connection */
  readonly url: string
}

/**
 * Gives the test file that calls it a fresh database with all tables and the catalogue, dropped at the end.
 * Uses the run's PostgreSQL (globalSetup), or one of its own where none was started.
 */
export function useTestDatabase(): TestDatabase {
  let db: Kysely<Tables> | undefined
  let url = ''
  const endings: (() => Promise<void>)[] = []

  beforeAll(async () => {
    let serverUrl = process.env.TEST_DATABASE_URL
    if (!serverUrl) {
      const own = await startTestPostgres()
      endings.unshift(() => own.close())
      serverUrl = own.url
    }
    const database = await createTestDatabase(serverUrl)
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
  }
}
