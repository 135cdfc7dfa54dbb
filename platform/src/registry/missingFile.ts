import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileHashesName } from '../disk/fileHashes'

/** The names of the files that a version was published with, by its own list; none of one that was published before there was a list. */
function listed(folder: string): string[] {
  try {
    return Object.keys(JSON.parse(readFileSync(path.join(folder, fileHashesName), 'utf8')) as object)
  } catch {
    return []
  }
}

/**
 * A file without which a published version is not whole, as far as the registry and the version's own list name them.
 * @param record what the registry has of the version
 * @returns where it should lie; undefined where all are there
 */
export function missingFile(deploy: string, name: string, version: string, record: unknown): string | undefined {
  const folder = path.join(deploy, 'r', name, version)
  const address = `/r/${name}/${version}/`
  const named = JSON.stringify(record)
    .split('"')
    .flatMap((text) => (text.startsWith(address) ? [text.slice(address.length)] : []))
  return [...named, ...listed(folder)].map((file) => path.join(folder, file)).find((file) => !existsSync(file))
}
