import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** `/r/<name>/<version>/` and the file in it. */
const place = /^\/r\/([\w-]+)\/([\w.-]+)\/([^/?]+)$/

/** Answers the hashes of published files by their address, from the list that each version has beside its files; of what no list names there is none. */
export function fileHashesStore(deployFolder: string) {
  const lists = new Map<string, Promise<Record<string, string>>>()

  function listOf(folder: string): Promise<Record<string, string>> {
    // A published version never changes; one from before there were lists has none.
    const list = lists.get(folder) ?? readFile(path.join(deployFolder, 'r', folder, 'files.json'), 'utf8').then((text) => JSON.parse(text) as Record<string, string>, () => ({}))
    lists.set(folder, list)
    return list
  }

  async function hashOf(address: string): Promise<[address: string, hash: string][]> {
    const [, name, version, file] = place.exec(address) ?? []
    const hash = file === undefined ? undefined : (await listOf(`${name}/${version}`))[file]
    return hash === undefined ? [] : [[address, hash]]
  }

  return async (addresses: readonly string[]): Promise<ReadonlyMap<string, string>> => new Map((await Promise.all(addresses.map(hashOf))).flat())
}
