import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { seedCatalogue } from '../core/catalogue/seed'
import { newPairCode } from '../edges/devices/devices.store'
import { takeLock } from '../ground/database/locks'
import { migrate, migrateWithin, migrationNames } from '../ground/database/migrate'
import { connect, over } from '../ground/database/pool'
import { StartError } from '../ground/process/startError'
import { checkBackup, openBackup, type BackupFile } from './backupFile'
import { counted, figure, progressOf, type Print } from './counted'
import { takeIndexesOff } from './indexes'
import type { Manifest, TableRecord } from './manifest'
import {
  dropEverything,
  inOrderOfReferences,
  quoted,
  readMigrations,
  readTables,
  target,
  withSession,
  type Table,
} from './tables'

interface RestoreOptions {
  /** give up what the database holds */
  replace?: boolean
  /** told how far it is */
  print?: Print
  signal?: AbortSignal
  /** of a table with more rows than this the indexes are made afterwards, when that pays */
  manyRows?: number
}

/**
 * Puts a backup into a database that no server uses, and brings it up to date: whole or not at all. Of what was there
 * before only the tokens of devices stay. `database` is its address, or a function that opens it once the backup is known to be
 * whole. Throws StartError when the backup cannot be read, when a server is at work, and when the database is not empty unless `replace`.
 */
export async function restoreBackup(
  database: string | (() => Promise<string>),
  file: string,
  { replace = false, print = () => {}, signal, manyRows = 10_000 }: RestoreOptions = {},
): Promise<Manifest> {
  const backup = await openBackup(file)
  let url: string
  try {
    await checkBackup(file, backup, print)
    url = typeof database === 'string' ? database : await database()
    await withSession(url, signal, async (client) => {
      if (!(await takeLock(client, 'database')))
        throw new StartError('A Multiball server is using this database. Stop it first.')
      await checkTarget(client, replace)
      await client.query('begin')
      await fill(client, backup, print, manyRows)
      await client.query('commit')
      // From here on it is done, whoever interrupts it: PostgreSQL also counts its rows by itself.
      await client.query('analyze').catch(() => {})
    })
  } finally {
    backup.close()
  }
  // The catalogue of this program; the tables are up to date.
  const db = connect({ connectionString: url, max: 1 })
  await migrate(db)
    .then(() => seedCatalogue(db))
    .finally(() => db.destroy())
  return backup.manifest
}

/** Whether the database may be given up. Throws StartError when not. */
async function checkTarget(client: pg.Client, replace: boolean) {
  const tables = await readTables(client)
  if (tables.length === 0) return
  if ((await readMigrations(client)).length === 0) {
    throw new StartError('Another program has tables in this database. Give Multiball a database of its own.')
  }
  const { rows } = await client.query<{ is_used: boolean }>(
    'select exists (select from users) or exists (select from providers) as is_used',
  )
  if (rows[0]!.is_used && !replace) {
    throw new StartError(
      'The database is not empty. Add --replace to delete all that it holds and restore the backup in its place.',
    )
  }
}

async function fill(client: pg.Client, backup: BackupFile, print: Print, manyRows: number) {
  const { manifest } = backup
  const tokens = await readDeviceTokens(client)
  await dropEverything(client)
  await migrateWithin(over(client), manifest.migrations.at(-1)!)
  await empty(client)
  const pairs = pair(await readTables(client), manifest.tables)
  // In which the indexes of many rows are sorted.
  await client.query("set local maintenance_work_mem = '128MB'")
  // What the database would make of a row was made before it was backed up.
  for (const { table } of pairs) await client.query(`alter table ${quoted(table.name)} disable trigger user`)
  for (const { table, record } of pairs) {
    const indexes = record.rows > manyRows ? await takeIndexesOff(client, table.name) : []
    await load(client, backup, table, record, indexes, progressOf(print))
  }
  for (const { table } of pairs) await client.query(`alter table ${quoted(table.name)} enable trigger user`)
  if (manifest.migrations.length < migrationNames.length) print('Bringing the tables up to date…')
  await migrateWithin(over(client), migrationNames.at(-1)!)
  await keepDeviceTokens(client, tokens)
}

/** Without the rows that a migration may bring along. */
async function empty(client: pg.Client) {
  const tables = await readTables(client)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} restart identity cascade`)
}

interface Pair {
  table: Table
  record: TableRecord
}

/** Each table with its record, in an order in which they can be filled. Throws StartError when they do not fit. */
function pair(tables: readonly Table[], records: readonly TableRecord[]): Pair[] {
  const unfit = new StartError(
    'The tables of this backup are not those of its version of Multiball. Nothing was restored.',
  )
  const pairs = inOrderOfReferences(tables).map((table) => {
    const record = records.find(({ name }) => name === table.name)
    if (!record || [...record.columns].sort().join() !== [...table.columns].sort().join()) throw unfit
    if (record.identity && record.identity.column !== table.identity) throw unfit
    return { table, record }
  })
  if (pairs.length !== records.length) throw unfit
  return pairs
}

async function load(
  client: pg.Client,
  { rowsOf }: BackupFile,
  { name }: Table,
  record: TableRecord,
  indexes: readonly string[],
  progress: Print,
) {
  const { stream } = counted((rows) => progress(`${name}: ${figure(rows)} of ${figure(record.rows)} rows…`))
  // Nobody else has seen the table since it was emptied: its rows need not be gone over again to be marked as old.
  const copying = client.query(copyFrom(`copy ${target(record)} from stdin (freeze)`))
  await pipeline(await rowsOf(name), stream, copying)
  if (copying.rowCount !== record.rows) throw new Error(`${name} took ${copying.rowCount} of ${record.rows} rows`)
  for (const [index, statement] of indexes.entries()) {
    progress(`${name}: index ${index + 1} of ${indexes.length}…`)
    await client.query(statement)
  }
  if (record.identity?.last) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
      quoted(name),
      record.identity.column,
      record.identity.last,
    ])
  }
}

/** What lets a device in, by the names that it has in every database. */
interface DeviceToken {
  provider: string
  uuid: string
  serial_number: string | null
  hash: Buffer
  created_at: Date
}

/** The tokens that devices have got from this database. */
async function readDeviceTokens(client: pg.Client): Promise<DeviceToken[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('device_tokens') is not null as is_there",
  )
  if (!found[0]!.is_there) return []
  const { rows } = await client.query<DeviceToken>(
    'select d.provider, d.uuid, d.serial_number, t.hash, t.created_at from device_tokens t join devices d on d.id = t.device_id where d.provider is not null',
  )
  return rows
}

/**
 * Lets the devices go on under the tokens that they have: clients in the field sign on once, at their start, and hang for
 * good on a 401. A device that this database does not know is made, unpaired; of a maker that it does not know none is.
 */
async function keepDeviceTokens(client: pg.Client, tokens: readonly DeviceToken[]): Promise<void> {
  for (const { provider, uuid, serial_number, hash, created_at } of tokens) {
    await client.query(
      `insert into devices (provider, uuid, serial_number, shortcode) select $1, $2, $3, $4
       where exists (select from providers where name = $1) and not exists (select from devices where shortcode = $4)
       on conflict (provider, uuid) do nothing`,
      [provider, uuid, serial_number, newPairCode()],
    )
    await client.query(
      'insert into device_tokens (hash, device_id, created_at) select $3, id, $4 from devices where provider = $1 and uuid = $2 on conflict (hash) do nothing',
      [provider, uuid, hash, created_at],
    )
  }
}
