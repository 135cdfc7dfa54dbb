import { startTestPostgres } from './postgres'
import type { TestPostgres } from './postgres'

declare global {
  var multiballTestPostgres: TestPostgres | undefined
}

/** jest's globalSetup: one PostgreSQL for the whole run. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  globalThis.multiballTestPostgres = await startTestPostgres()
  process.env.TEST_DATABASE_URL = globalThis.multiballTestPostgres.url
  process.env.TEST_DATABASE_OWNER_URL = globalThis.multiballTestPostgres.ownerUrl
}
