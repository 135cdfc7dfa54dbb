import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { migrationNames } from '../ground/database/migrate'
import { serverFolder } from '../ground/process/config'
import { useTestDatabase } from '../testing'
import { restoreBackup } from './restoreBackup'

/* Backups of earlier programs, kept for ever; playForFixture.cli.ts says how they were made. */

const folder = path.join(serverFolder, 'fixtures/backups')

/** Those after it have not left this repository yet: there are no backups of theirs. */
const newestReleased = '0005_embed_sites'
const released = migrationNames.slice(0, migrationNames.indexOf(newestReleased) + 1)

test('there is one of each migration that was released', () => {
  expect(readdirSync(folder).sort()).toEqual(released.map((name) => `${name.slice(0, 4)}.zip`))
})

describe.each(released)('a database of the release with %s', (newest) => {
  const database = useTestDatabase()

  test('is restored, brought up to date, and keeps its scores', async () => {
    const { migrations } = await restoreBackup(database.url, path.join(folder, `${newest.slice(0, 4)}.zip`))
    expect(migrations.at(-1)).toBe(newest)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(migrationNames)
    expect(
      (await sql`select from settled_scores where score = 9007199254740993`.execute(database.db)).rows,
    ).toHaveLength(1)
  })
})
