import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { StartError } from '../ground/process/startError'
import { counted, figure, progressOf } from './counted'
import { entryOf, manifestName, readManifest } from './manifest'
import type { Manifest } from './manifest'
import type { Print } from './counted'

const manifestBytes = 4 * 1024 * 1024

/** A backup that was opened. Close it. */
export interface BackupFile {
  manifest: Manifest
  /** the rows of a table, as COPY takes them */
  rowsOf(table: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads what it is. Throws StartError for what is none, or is of a newer Multiball. */
export async function openBackup(file: string): Promise<BackupFile> {
  const archive = await yauzl
    .openPromise(file, { lazyEntries: true, autoClose: false })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new StartError(`There is no file ${file}.`)
      if (error.code === 'EACCES') throw new StartError(`This user may not read ${file}.`)
      throw damaged(file, error)
    })
  try {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(file, new Error(`it has no ${name}`))
      return archive.openReadStreamPromise(entry)
    }
    const found = entries.get(manifestName)
    if (!found || found.uncompressedSize > manifestBytes) throw new StartError(`${file} is not a Multiball backup.`)
    const manifest = readManifest((await buffer(await read(manifestName))).toString())
    return { manifest, rowsOf: (table) => read(entryOf(table)), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error instanceof StartError ? error : damaged(file, error as Error)
  }
}

const damaged = (file: string, { message }: Error) => new StartError(`${file} is damaged, or not a backup: ${message}.`)

/** Reads the whole backup once. Throws StartError when something is not as it was written. */
export async function checkBackup(file: string, { manifest, rowsOf }: BackupFile, print: Print): Promise<void> {
  const progress = progressOf(print)
  for (const { name, rows, bytes, sha256 } of manifest.tables) {
    const { stream, count } = counted((read) => progress(`Checking ${name}: ${figure(read)} of ${figure(rows)} rows…`))
    await pipeline(await rowsOf(name), stream.resume()).catch((error: Error) => {
      throw damaged(file, error)
    })
    const found = count()
    if (found.rows !== rows || found.bytes !== bytes || found.sha256 !== sha256)
      throw damaged(file, new Error(`the rows of ${name} are not those that were backed up`))
  }
}
