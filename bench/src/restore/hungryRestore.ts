import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yauzl'

/* The restore with its promise broken on purpose: it has a whole table in memory before it stores it. What the bench must catch. */

const { openReadStreamPromise: open } = ZipFile.prototype
ZipFile.prototype.openReadStreamPromise = async function (this: ZipFile, ...given: Parameters<typeof open>) {
  return Readable.from([await buffer(await open.apply(this, given))])
} as typeof open

await import('../../../server/src/backup/restore.cli')
