import {
  compressUsingDict,
  createCCtx,
  createDCtx,
  decompressUsingDict,
  freeCCtx,
  freeDCtx,
  init,
} from '@bokuweb/zstd-wasm'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { integrityOf } from '../disk/fileHashes'

/*
 * What has changed since the versions that browsers hold, as they ask for it by compression dictionary transport (RFC 9842):
 * each script and style once more, compressed with zstd against the same file of an earlier version.
 */

/** Beside the files of a version: the hashes of its deltas by name. The server sends none that is another. */
const deltasName = 'deltas.json'

/** Of `vendor.0a1b2c3d.js` what stays from version to version; undefined for what is sent whole. */
function pairedName(file: string): string | undefined {
  const [, stem, kind] = /^([\w-]+)(?:\.[0-9a-f]{8})?\.(js|css)$/.exec(file) ?? []
  return stem && `${stem}.${kind}`
}

/** A browser names its dictionary by this hash. As part of a file's name each of its slashes makes a folder: nginx cannot replace them. */
const dictionaryHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The name of a file's delta against a dictionary; it ends as the file does, for its media type. */
const deltaName = (file: string, hash: Buffer) => `${file}.dcz/${hash.toString('base64')}${path.extname(file)}`

/** In front of the zstd frame, as the RFC has it. */
const magic = Buffer.from('5e2a4d1820000000', 'hex')

/** The highest level whose memory every browser has. */
const level = 19

const namesIn = (folder: string): string[] => readdirSync(folder).filter((file) => pairedName(file) !== undefined)

/** What everybody else is sent of a file, in bytes. */
const sentBytes = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

let zstd: Promise<void> | undefined

/** @throws Error when it does not make the same bytes again: no page could be loaded with it */
function compress(bytes: Buffer, dictionary: Buffer): Uint8Array {
  const [packing, unpacking] = [createCCtx(), createDCtx()]
  try {
    const frame = compressUsingDict(packing, bytes, dictionary, level)
    if (Buffer.compare(decompressUsingDict(unpacking, frame, dictionary), bytes) !== 0)
      throw new Error('zstd did not make the same bytes again')
    return frame
  } finally {
    freeCCtx(packing)
    freeDCtx(unpacking)
  }
}

/**
 * Writes what has changed of a version's files, and the list of it, in the place of what there was of them.
 * @param folder the version, compressed for everybody already: a delta that saves nothing is left out
 * @param earlier folders of versions that browsers may hold
 */
export async function writeDeltas(folder: string, earlier: readonly string[]): Promise<void> {
  const hashes: Record<string, string> = {}
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.dcz')))
    rmSync(path.join(folder, name), { recursive: true })
  // Once in a process: another start of the module would take the memory from under this one.
  await (zstd ??= init())
  for (const file of namesIn(folder)) {
    const bytes = readFileSync(path.join(folder, file))
    const others = earlier.flatMap((place) =>
      namesIn(place).flatMap((other) => (pairedName(other) === pairedName(file) ? [path.join(place, other)] : [])),
    )
    for (const other of others) {
      const dictionary = readFileSync(other)
      // An empty one is none.
      if (dictionary.length === 0) continue
      const hash = dictionaryHash(dictionary)
      const delta = Buffer.concat([magic, hash, compress(bytes, dictionary)])
      if (delta.length >= sentBytes(path.join(folder, file))) continue
      const name = deltaName(file, hash)
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), delta)
      hashes[path.posix.normalize(name)] = integrityOf(delta)
    }
  }
  writeFileSync(path.join(folder, deltasName), JSON.stringify(hashes))
}

/** The folders of the versions of a package that visitors get now, or got last. */
export function cachedVersions(deploy: string, { shell, embed, remotes }: Registry, name: string): string[] {
  const remote = remotes[name]
  const versions =
    name === 'shell'
      ? [shell?.active]
      : name === 'embed'
        ? [embed?.active]
        : [remote?.active, remote?.canary?.version, remote?.lastGood]
  return [...new Set(versions)]
    .flatMap((version) => (version === undefined ? [] : [path.join(deploy, 'r', name, version)]))
    .filter((folder) => existsSync(folder))
}
