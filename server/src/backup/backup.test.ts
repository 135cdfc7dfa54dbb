import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createWriteStream, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { ZipFile } from 'yazl'
import { connect } from '../ground/database/pool'
import { takeLock } from '../ground/database/locks'
import { holdServerLock } from '../ground/database/serving'
import type { Tables } from '../ground/database/tables'
import { demoOwner } from '../demo/cast'
import { seedDemo } from '../demo/seedDemo'
import { productVersion } from '../ground/process/config'
import { StartError } from '../ground/process/startError'
import {
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../testing'
import { createTestDatabase } from '../testing/postgres'
import { openBackup } from './backupFile'
import { counted } from './counted'
import { entryOf, manifestName } from './manifest'
import type { Manifest } from './manifest'
import { restoreBackup } from './restoreBackup'
import { withSession } from './tables'
import { writeBackup } from './writeBackup'

const source = useTestDatabase()
const other = useTestDatabase()
let folder: string
let ownerId: number
/** of `source`, which most tests restore */
let file: string
let manifest: Manifest
let count = 0

const newFile = () => path.join(folder, `${(count += 1)}.zip`)

/** Text that a format for text may trip over. */
const nasty = 'tab\t, newline\n, \\N, \\., "quotes", \u2028 \u{1f3b1} e\u0301 \u202e\u200b ;drop table users'

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-backup-'))
  const { db } = source
  const owner = await makeUser(db, { display_name: nasty })
  ownerId = owner.id
  const machine = await makeVenueMachine(db, owner.id)
  const leaderboard = await makeLeaderboard(db, owner.id, { venueMachineIds: [machine] })
  const scoreboard = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], leaderboard: leaderboard.id })
  await makeComboboard(db, owner.id, {
    items: [
      { type: 'scoreboard', id: scoreboard.id },
      { type: 'leaderboard', id: leaderboard.id },
    ],
  })
  await db
    .insertInto('media')
    .values({ hash: randomBytes(32), type: 'image/png', width: 1, height: 1, bytes: randomBytes(5000) })
    .execute()
  await makeGames(db, machine, 20)
  // Not what the database would make of such a row: its player is gone from the claims.
  await db.updateTable('settled_scores').set({ user_id: owner.id }).where('position', '=', 1).execute()
  // A number that was given, and whose row is gone.
  const gone = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  await db.deleteFrom('boards').where('id', '=', gone.id).execute()
  file = newFile()
  manifest = await writeBackup(source.url, file)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function makeGames(db: Kysely<Tables>, venueMachineId: number, games: number) {
  for (let made = 0; made < games; made += 1) {
    await db.transaction().execute(async (trx) => {
      const settled_at = new Date(1_700_000_000_123 + made)
      const { id } = await trx
        .insertInto('games')
        .values({
          venue_machine_id: venueMachineId,
          session_uuid: crypto.randomUUID(),
          sequence: 9_223_372_036_854_775_807n,
          settled_at,
          successful: true,
          scores: [9_007_199_254_740_993n, null],
          game_modes: [nasty],
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('settled_scores')
        .values({
          game_id: id,
          position: 1,
          venue_machine_id: venueMachineId,
          score: 9_007_199_254_740_993n,
          settled_at,
        })
        .execute()
      await trx
        .insertInto('game_logs')
        .values({ game_id: id, timeline: JSON.stringify([nasty, made]) })
        .execute()
    })
  }
}

/** An empty database without even tables. */
async function withBareDatabase<Result>(work: (url: string, db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const bare = await createTestDatabase(source.server, { isEmpty: true })
  const db = connect({ connectionString: bare.url, max: 1 })
  try {
    return await work(bare.url, db)
  } finally {
    await db.destroy()
    await bare.drop()
  }
}

/** What a database holds, to be compared. */
async function contentsOf(url: string): Promise<Manifest['tables']> {
  const file = newFile()
  return (await writeBackup(url, file)).tables
}

/** The indexes and constraints of a database, in words. */
async function structureOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select indexdef as part from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where connamespace = 'public'::regnamespace
    order by part`.execute(db)
  return rows.map(({ part }) => part)
}

/** What is asked of PostgreSQL goes through `look` for as long as `work` takes. */
async function watching<Result>(look: (text: string) => void, work: () => Promise<Result>): Promise<Result> {
  const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const asking = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    look(String(given[0]))
    return ask.apply(this, given)
  } as never)
  return work().finally(() => asking.mockRestore())
}

test('what is restored is what was backed up, to the last byte, number and trigger, and tables of many rows have all their indexes and references', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).not.toContain(`${path.basename(file)}.part`)
  expect(manifest).toMatchObject({ format: 'multiball-backup', format_version: 1, product_version: productVersion() })
  expect(manifest.migrations).toContain('0001_foundation')
  expect(Math.abs(Date.parse(manifest.moment) - Date.now())).toBeLessThan(60_000)
  expect(manifest.tables.find(({ name }) => name === 'games')).toMatchObject({
    rows: 20,
    identity: { column: 'id', last: '20' },
  })
  const before = await structureOf(source.db)
  expect(before.length).toBeGreaterThan(100)

  await withBareDatabase(async (url, db) => {
    const asked: string[] = []
    expect(
      await watching(
        (text) => asked.push(text),
        () => restoreBackup(url, file, { manyRows: 10 }),
      ),
    ).toEqual(manifest)
    expect(asked).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^CREATE INDEX.*\.games /),
        expect.stringMatching(/^CREATE INDEX.*\.settled_scores /),
      ]),
    )
    expect(await structureOf(db)).toEqual(before)
    expect(await contentsOf(url)).toEqual(manifest.tables)
    const user = await db.selectFrom('users').select('display_name').where('id', '=', ownerId).executeTakeFirstOrThrow()
    expect(user.display_name).toBe(nasty)
    // The number of the deleted board is not given again.
    const { last } = manifest.tables.find(({ name }) => name === 'boards')!.identity!
    const machine = await db.selectFrom('venue_machines').select('id').executeTakeFirstOrThrow()
    expect((await makeScoreboard(db, ownerId, { venueMachineIds: [machine.id] })).id).toBe(Number(last) + 1)
    // The triggers work again.
    await makeGames(db, machine.id, 1)
    expect(
      await db.selectFrom('settled_scores').select('machine_id').orderBy('game_id', 'desc').executeTakeFirstOrThrow(),
    ).toEqual({ machine_id: expect.any(Number) })
  })
})

test('a database that a server has just made is empty, and who interrupts a restore once it is committed is not told that nothing was changed', async () => {
  const fresh = await createTestDatabase(source.server)
  const interrupted = new AbortController()
  const look = (text: string) => {
    if (text === 'analyze') interrupted.abort()
  }
  expect(await watching(look, () => restoreBackup(fresh.url, file, { signal: interrupted.signal }))).toEqual(manifest)
  expect(interrupted.signal.aborted).toBe(true)
  expect(await contentsOf(fresh.url)).toEqual(manifest.tables)
  await fresh.drop()
})

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const machine = await source.db.selectFrom('venue_machines').select('id').executeTakeFirstOrThrow()
  const [{ tables }] = await Promise.all([writeBackup(source.url, newFile()), makeGames(source.db, machine.id, 60)])
  const rows = (table: string) => tables.find(({ name }) => name === table)!.rows
  expect([rows('settled_scores'), rows('game_logs')]).toEqual([rows('games'), rows('games')])
})

test('a file that is there stays, unless it is forced; a failure leaves nothing behind', async () => {
  const file = newFile()
  await writeFile(file, 'mine')
  await expect(writeBackup(source.url, file)).rejects.toThrow(
    new StartError(`${file} already exists. Choose another name, or add --force to overwrite it.`),
  )
  await withBareDatabase(async (url) => {
    await expect(writeBackup(url, file, { force: true })).rejects.toThrow(
      new StartError('There is nothing to back up: no Multiball has run on this database yet.'),
    )
  })
  expect(await readFile(file, 'utf8')).toBe('mine')
  expect(await readdir(folder)).not.toContain(`${path.basename(file)}.part`)
  await writeBackup(source.url, file, { force: true })
  expect((await openBackup(file)).manifest.format).toBe('multiball-backup')
  await expect(writeBackup(source.url, path.join(folder, 'none/x.zip'))).rejects.toThrow(
    new StartError(`There is no folder ${path.join(folder, 'none')}. Make it, or mount its disk, and try again.`),
  )
  expect(existsSync(path.join(folder, 'none'))).toBe(false)
})

test('a backup that is interrupted leaves nothing behind', async () => {
  const file = newFile()
  const interrupted = new AbortController()
  const writing = writeBackup(source.url, file, { signal: interrupted.signal })
  setImmediate(() => interrupted.abort())
  await expect(writing).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(file)))).toEqual([])
})

/** The backup with some of its entries changed, and its manifest fitting to them unless that is what is changed. */
async function forged(change: {
  manifest?: (manifest: Manifest) => object
  rows?: Record<string, (text: string) => string>
  leaveOut?: string
}): Promise<string> {
  const changedFile = newFile()
  const { manifest, rowsOf, close } = await openBackup(file)
  const archive = new ZipFile()
  for (const table of manifest.tables) {
    const bytes = await buffer(await rowsOf(table.name))
    const changed = change.rows?.[table.name] ? Buffer.from(change.rows[table.name]!(bytes.toString())) : bytes
    const { stream, count: countOf } = counted()
    stream.end(changed)
    await buffer(stream)
    Object.assign(table, countOf())
    if (table.name !== change.leaveOut) archive.addBuffer(changed, entryOf(table.name))
  }
  close()
  archive.addBuffer(Buffer.from(JSON.stringify(change.manifest?.(manifest) ?? manifest)), manifestName)
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(changedFile))
  return changedFile
}

describe('what cannot be restored is refused before anything is touched', () => {
  async function withBytes(change: (bytes: Buffer) => Buffer) {
    const changed = newFile()
    await writeFile(changed, change(await readFile(file)))
    return changed
  }

  const cutOff = () => withBytes((bytes) => bytes.subarray(0, bytes.length - 200))
  const wrongByte = () =>
    withBytes((bytes) => {
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      return bytes
    })

  test.each<[string, () => Promise<string>, RegExp]>([
    ['no file', async () => path.join(folder, 'missing.zip'), /^There is no file .*missing\.zip\.$/],
    [
      'no zip',
      async () => writeFile(path.join(folder, 'text'), 'hello').then(() => path.join(folder, 'text')),
      /is damaged, or not a backup/,
    ],
    ['another zip', () => forged({ manifest: () => ({ name: 'x' }) }), /^This is not a Multiball backup\.$/],
    [
      'a newer format',
      () => forged({ manifest: (manifest) => ({ ...manifest, format_version: 2, product_version: '9.1.0' }) }),
      /^This backup was made by a newer Multiball \(9\.1\.0\)\. Restore it with that version, or a newer one\.$/,
    ],
    [
      'a migration of tomorrow',
      () => forged({ manifest: (manifest) => ({ ...manifest, migrations: [...manifest.migrations, '9999_more'] }) }),
      /^This backup was made by a newer Multiball/,
    ],
    [
      'migrations out of order',
      () => forged({ manifest: (manifest) => ({ ...manifest, migrations: manifest.migrations.slice(1) }) }),
      /^This backup is of a database that Multiball did not make\.$/,
    ],
    [
      'a missing table',
      () => forged({ leaveOut: 'games' }),
      /is damaged, or not a backup: it has no tables\/games\.copy/,
    ],
    [
      'a row less than there were',
      () =>
        forged({
          manifest: (manifest) => ({
            ...manifest,
            tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
          }),
        }),
      /are not those that were backed up/,
    ],
    ['cut off', cutOff, /is damaged, or not a backup/],
    ['with a wrong byte', wrongByte, /is damaged, or not a backup/],
  ])('%s', async (_title, make, sentence) => {
    const openDatabase = jest.fn()
    await expect(restoreBackup(openDatabase, await make(), { replace: true })).rejects.toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringMatching(sentence) }),
    )
    expect(openDatabase).not.toHaveBeenCalled()
  })
})

test('a database in use is kept, unless it is to be replaced, and the demo does not begin in a restored one', async () => {
  await makeUser(other.db)
  const before = await contentsOf(other.url)
  await expect(restoreBackup(other.url, file)).rejects.toThrow(/^The database is not empty\. Add --replace/)
  expect(await contentsOf(other.url)).toEqual(before)
  await restoreBackup(other.url, file, { replace: true })
  expect(await contentsOf(other.url)).toEqual(manifest.tables)
  expect(await seedDemo({ db: other.db })).toBeUndefined()
  expect(await other.db.selectFrom('users').select('id').where('username', '=', demoOwner.username).execute()).toEqual(
    [],
  )
})

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'a row refers to none',
    () => forged({ rows: { tokens: (text) => text.replace(/^(\S+\t)\d+/m, '$1424242') } }),
    /violates foreign key constraint/,
  ],
  [
    'a table is missing',
    () =>
      forged({
        manifest: (manifest) => ({ ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'tokens') }),
      }),
    /^The tables of this backup are not those of its version of Multiball/,
  ],
])('a restore that fails half way, since %s, leaves the database as it was', async (_title, make, sentence) => {
  const before = await contentsOf(other.url)
  await expect(restoreBackup(other.url, await make(), { replace: true })).rejects.toThrow(sentence)
  expect(await contentsOf(other.url)).toEqual(before)
})

test('nothing is restored under a server that is at work, nor started while it is restored', async () => {
  const [one, another] = [await holdServerLock(other.url), await holdServerLock(other.url)]
  await one.end()
  await expect(restoreBackup(other.url, file, { replace: true })).rejects.toThrow(
    'A Multiball server is using this database. Stop it first.',
  )
  await another.end()

  await withSession(other.url, undefined, async (client) => {
    expect(await takeLock(client, 'database')).toBe(true)
    await expect(holdServerLock(other.url)).rejects.toThrow(
      'A backup is being restored into the database of DATABASE_URL. Start again when that is done.',
    )
  })
  await (await holdServerLock(other.url)).end()
})

test('tables of another program are kept in any case', async () => {
  await withBareDatabase(async (url, db) => {
    await sql`create table invoices (id int)`.execute(db)
    await expect(restoreBackup(url, file, { replace: true })).rejects.toThrow(
      'Another program has tables in this database. Give Multiball a database of its own.',
    )
    expect((await sql`select from invoices`.execute(db)).rows).toEqual([])
  })
})
