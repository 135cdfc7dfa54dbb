import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '../ground/database/pool'

const templateName = 'template_multiball'

export interface PostgresServer {
  /** of its maintenance database, as its administrator */
  url: string
  /** the same as whom the databases of tests belong to, who works on them as the server does */
  ownerUrl: string
}

export interface TestPostgres extends PostgresServer {
  close(): Promise<void>
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

const roleOf = (url: string) => new URL(url).username

/** For as many databases as there are tests, none of which has to survive a power cut, or lives long enough to be vacuumed. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
}

const memory = '/dev/shm'
const enoughBytes = 2e9

/** Where databases of tests lie: in memory where there is room, since one is hundreds of small files, which are made there in a tenth of the time. */
function placeOfDatabases(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > enoughBytes ? memory : tmpdir()
}

/**
 * A throwaway PostgreSQL with an up-to-date database to copy from: the embedded one, or with TEST_POSTGRES=system that of
 * the system. A watcher ends it should the tests be killed.
 */
export async function startTestPostgres(settings: Record<string, string> = fast): Promise<TestPostgres> {
  // Read here, since nearly all who read this file only make a database.
  const [{ seedCatalogue }, { openEmbedded }, { migrate }, { startSystemPostgres }] = await Promise.all([
    import('../core/catalogue/seed'),
    import('../ground/database/embedded/embedded'),
    import('../ground/database/migrate'),
    import('./system/postgres'),
  ])
  const folder = mkdtempSync(path.join(placeOfDatabases(), 'multiball-test-'))
  // PostgreSQL may have to run as another user.
  chmodSync(folder, 0o755)
  const isOfSystem = process.env.TEST_POSTGRES === 'system'
  const postgres = isOfSystem
    ? await startSystemPostgres(folder, settings)
    : await openEmbedded({ dataFolder: folder, role: 'server', settings })
  const watcher = watch(postgres.pid!, folder)
  const url = 'adminUrl' in postgres ? postgres.adminUrl : postgres.url
  const ownerUrl = postgres.url
  const admin = connect({ connectionString: url, max: 1 })
  await sql`create database ${sql.id(templateName)} owner ${sql.id(roleOf(ownerUrl))}`.execute(admin)
  await admin.destroy()
  const template = connect({ connectionString: databaseUrl(ownerUrl, templateName), max: 1 })
  await migrate(template)
  await seedCatalogue(template)
  await template.destroy()
  return {
    url,
    ownerUrl,
    close: async () => {
      watcher.kill('SIGKILL')
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stops the server and empties its folder once this process is gone, however it went. */
function watch(pid: number, folder: string) {
  const script = 'while kill -0 "$1" 2>/dev/null; do sleep 1; done; kill -QUIT "$2" 2>/dev/null; sleep 1; rm -rf "$3"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(process.pid), String(pid), folder], {
    detached: true,
    stdio: 'ignore',
  })
  watcher.unref()
  return watcher
}

let count = 0

/** Makes a database like the template, or an empty one. Answers its address and a way to drop it. */
export async function createTestDatabase(
  { url: serverUrl, ownerUrl }: PostgresServer,
  { isEmpty = false } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  count += 1
  const name = `test_${process.pid}_${Date.now().toString(36)}_${count}`
  const asAdmin = async (statement: ReturnType<typeof sql>) => {
    const admin = connect({ connectionString: serverUrl, max: 1 })
    await statement.execute(admin).finally(() => admin.destroy())
  }
  await asAdmin(
    sql`create database ${sql.id(name)} owner ${sql.id(roleOf(ownerUrl))} template ${sql.id(isEmpty ? 'template0' : templateName)} strategy file_copy`,
  )
  return {
    url: databaseUrl(ownerUrl, name),
    drop: () => asAdmin(sql`drop database ${sql.id(name)} with (force)`),
  }
}
