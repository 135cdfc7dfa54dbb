import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Beside the files of every published version: their hashes by name. Viewers keep no file that differs from it. */
export const fileHashesName = 'files.json'

/** Every file of a build: scripts, styles, fonts, its worker, and what the build says of itself. */
export const hashesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file !== fileHashesName && statSync(path.join(folder, file)).isFile())
      .sort()
      .map((file) => [file.split(path.sep).join('/'), integrityOf(readFileSync(path.join(folder, file)))]),
  )

/** Writes the hashes of a build into its folder, before anything is compressed. */
export const writeFileHashes = (folder: string): void =>
  writeFileSync(path.join(folder, fileHashesName), JSON.stringify(hashesOf(folder)))

/** What a browser must find a file to be, as its `integrity` attribute wants it: `sha384-` and the hash in base64. */
export const integrityOf = (bytes: string | Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`
