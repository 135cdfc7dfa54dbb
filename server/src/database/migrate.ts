import { Migrator } from 'kysely'
import type { Kysely, Migration } from 'kysely'
import { seedCatalogue } from '../catalogue/seed'
import { StartError } from '../startError'
import * as foundation from './migrations/0001_foundation'
import type { Tables } from './tables'

/** In order; a migration that was released is never changed again. */
const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
}

/**
 * Brings the tables and the catalogue up to date. Several processes may do it at the same time: the migrator
 * takes a lock in the database. Throws StartError when the database is newer than this program.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw asStartError(error)
  await seedCatalogue(db)
}

function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || !/corrupted migrations/.test(error.message)) return error
  return new StartError('The database was made by another version of Multiball. Start that version, or a newer one.')
}
