import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'

/** A script or a style of a published version. What is asked for once more, with a query, is none. */
const place = /^\/r\/([\w-]+)\/([\w.-]+)\/(([\w-]+)(?:\.[0-9a-f]{8})?\.(js|css))$/

/** A SHA-256 as a structured header has a byte sequence. */
const dictionary = /^:([A-Za-z0-9+/]{43}=):$/

/**
 * Says of which later files this one is a dictionary: the same of every version. A name can have a hash before its end.
 * @param address path of the request
 * @returns the value of Use-As-Dictionary; undefined for what is no script and no style
 */
export function dictionaryRule(address: string): string | undefined {
  const [, name, , , stem, kind] = place.exec(address.split('?')[0]!) ?? []
  return name && `match="/r/${name}/*/${stem}.*${kind}"`
}

/** The list that publish leaves beside the files of a version; without one there are no deltas. */
const readList = (folder: string): Promise<Record<string, string>> =>
  readFile(path.join(folder, 'deltas.json'), 'utf8')
    .then((text) => JSON.parse(text) as Record<string, string>)
    .catch(() => ({}))

const isPublished = (bytes: Buffer | undefined, hash: string | undefined) =>
  bytes !== undefined && `sha384-${createHash('sha384').update(bytes).digest('base64')}` === hash

/** Names of the deltas in a published folder that are not what was published, or not there. */
export async function changedDeltas(folder: string): Promise<string[]> {
  const changed: string[] = []
  for (const [delta, hash] of Object.entries(await readList(folder))) {
    if (!isPublished(await readFile(path.join(folder, delta)).catch(() => undefined), hash)) changed.push(delta)
  }
  return changed
}

/**
 * Answers what has changed of a published file since the version that a browser holds, as publish wrote it (RFC 9842);
 * undefined where the file is to be sent whole: the browser does not say, nothing was written, or that was changed.
 */
export function deltaStore(deployFolder: string) {
  return async (address: string, headers: IncomingHttpHeaders): Promise<Buffer | undefined> => {
    const [, hash] = dictionary.exec(String(headers['available-dictionary'])) ?? []
    const [, name, version, file, , kind] = place.exec(address) ?? []
    // A page that could not read what it was sent asks for its scripts past the browser's cache.
    const wantsWhole =
      !/\bdcz\b/.test(String(headers['accept-encoding'])) || /no-cache/.test(String(headers['cache-control']))
    if (!hash || !name || !version || !file || wantsWhole) return undefined
    const folder = path.join(deployFolder, 'r', name, version)
    const delta = path.posix.normalize(`${file}.dcz/${hash}.${kind}`)
    const expected = (await readList(folder))[delta]
    const bytes = expected && (await readFile(path.join(folder, delta)).catch(() => undefined))
    // A browser that cannot read it would not ask for another.
    return bytes && isPublished(bytes, expected) ? bytes : undefined
  }
}
