import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { migrationNames } from '../ground/database/migrate'
import { productVersion } from '../ground/process/config'
import { StartError } from '../ground/process/startError'
import { counted, figure, progressOf } from './counted'
import { entryOf, format, formatVersion, manifestName } from './manifest'
import type { Manifest, TableRecord } from './manifest'
import type { Print } from './counted'
import { quoted, readMigrations, readTables, target, withSession } from './tables'
import type { Table } from './tables'

interface WriteOptions {
  /** write over a file that is there */
  force?: boolean
  /** told how far it is */
  print?: Print
  signal?: AbortSignal
}

/**
 * Writes all that the database holds at one moment into one file: whole or not at all. The server may go on. Throws
 * StartError when the file is there, when its folder is not, and when there is nothing to back up.
 */
export async function writeBackup(
  url: string,
  file: string,
  { force = false, print = () => {}, signal }: WriteOptions = {},
): Promise<Manifest> {
  if (!force && (await stat(file).catch(() => undefined)))
    throw new StartError(`${file} already exists. Choose another name, or add --force to overwrite it.`)
  const folder = path.dirname(file)
  // Not made: most likely its name is mistyped, or its disk is not mounted.
  if (!(await stat(folder).catch(() => undefined)))
    throw new StartError(`There is no folder ${folder}. Make it, or mount its disk, and try again.`)
  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    // It holds what passwords and keys are checked against: for its owner's eyes only.
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    await once(output, 'open')
    const manifest = await withSession(url, signal, (client) =>
      atOneMoment(client, () => zip(client, output, print, signal)),
    ).finally(() => output.destroy())
    await rename(part, file)
    await sync(folder)
    return manifest
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

/** What is read sees one state of the database, whatever is written meanwhile. */
async function atOneMoment<Result>(client: pg.Client, read: () => Promise<Result>): Promise<Result> {
  await client.query('begin transaction isolation level repeatable read read only')
  const result = await read()
  await client.query('commit')
  return result
}

async function zip(
  client: pg.Client,
  output: WriteStream,
  print: Print,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  const migrations = await readMigrations(client)
  if (migrations.length === 0)
    throw new StartError('There is nothing to back up: no Multiball has run on this database yet.')
  if (migrations.some((name) => !migrationNames.includes(name)))
    throw new StartError('The database was created by a newer version of Multiball. Back it up with that one.')
  const { rows } = await client.query<{ moment: Date }>('select now() as moment')
  const tables = await readTables(client)
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)

  const archive = new ZipFile()
  const failed = new AbortController()
  const signals = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])
  const writing = pipeline(archive.outputStream, output, { signal: signals })
  const fill = async (): Promise<Manifest> => {
    const records: TableRecord[] = []
    for (const table of tables) records.push(await addTable(archive, client, table, progressOf(print)))
    const manifest: Manifest = {
      format,
      format_version: formatVersion,
      product_version: productVersion(),
      moment: rows[0]!.moment.toISOString(),
      migrations,
      tables: records,
    }
    archive.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, { mode: 0o100600 })
    archive.end()
    return manifest
  }
  try {
    // Either may fail while the other waits for it.
    const [manifest] = await Promise.all([fill(), writing])
    return manifest
  } finally {
    failed.abort()
  }
}

async function addTable(archive: ZipFile, client: pg.Client, table: Table, progress: Print): Promise<TableRecord> {
  const { name, columns } = table
  const { stream, count } = counted((rows) => progress(`${name}: ${figure(rows)} rows so far…`))
  const copying = client.query(copyTo(`copy ${target(table)} to stdout`))
  copying.on('error', (error) => stream.destroy(error))
  archive.addReadStream(copying.pipe(stream), entryOf(name), { mode: 0o100600 })
  await finished(stream)
  return {
    name,
    columns,
    ...count(),
    identity: table.identity === null ? null : { column: table.identity, last: await lastNumber(client, table) },
  }
}

/** Numbers are never given twice, those of rows that are gone neither: links to them are out there. */
async function lastNumber(client: pg.Client, { name, identity }: Table): Promise<string | null> {
  const { rows: named } = await client.query<{ sequence: string }>(
    'select pg_get_serial_sequence($1, $2) as sequence',
    [quoted(name), identity],
  )
  const { rows } = await client.query<{ last: string | null }>(
    `select case when is_called then last_value::text end as last from ${named[0]!.sequence}`,
  )
  return rows[0]!.last
}

/** A name is only on the disk when its folder is. */
async function sync(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}
