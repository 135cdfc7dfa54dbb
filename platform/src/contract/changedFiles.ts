import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fileHashesName } from '../fileHashes'
import { integrityOf } from '../webpack/integrity'

/** How the server sends a file, by the end of the name under which it lies beside it. */
const forms: Record<string, (bytes: Buffer) => Buffer> = { '': (bytes) => bytes, '.br': (bytes) => brotliDecompressSync(bytes), '.gz': (bytes) => gunzipSync(bytes) }

function hashOf(file: string, read: (bytes: Buffer) => Buffer): string | undefined {
  try {
    return integrityOf(read(readFileSync(file)))
  } catch {
    return undefined
  }
}

/** What is not as it was published in a version's folder, in words: every file, as it is and as it is sent compressed. */
export function changedFiles(folder: string): string[] {
  const list = path.join(folder, fileHashesName)
  // Published before hashes were kept.
  if (!existsSync(list)) return []
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  return Object.entries(hashes).flatMap(([name, hash]) =>
    Object.entries(forms).flatMap(([end, read]) => {
      const file = path.join(folder, name + end)
      if (end !== '' && !existsSync(file)) return []
      return hashOf(file, read) === hash ? [] : [`${name}${end} is not the file that was published. Publish a new version, or put it back.`]
    }),
  )
}
