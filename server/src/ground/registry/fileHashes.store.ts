import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'

/** `/r/<name>/<version>/` and the file in it. */
const place = /^\/r\/([\w-]+)\/([\w.-]+)\/([^/?]+)(?:\?|$)/

/** The hashes of a published folder by file; undefined for one from before there were lists. */
const readList = (folder: string): Promise<Record<string, string> | undefined> =>
  readFile(path.join(folder, 'files.json'), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => undefined,
  )

const integrityOf = async (file: string) =>
  `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`

/** Answers the hashes of published files by their address, from the list that each version has beside its files; of what no list names there is none. */
export function fileHashesStore(deployFolder: string) {
  const lists = new Map<string, Promise<Record<string, string>>>()

  function listOf(folder: string): Promise<Record<string, string>> {
    // A published version never changes; one from before there were lists has none.
    const list = lists.get(folder) ?? readList(path.join(deployFolder, 'r', folder)).then((found) => found ?? {})
    lists.set(folder, list)
    return list
  }

  async function hashOf(address: string): Promise<[address: string, hash: string][]> {
    const [, name, version, file] = place.exec(address) ?? []
    const hash = file === undefined ? undefined : (await listOf(`${name}/${version}`))[file]
    return hash === undefined ? [] : [[address, hash]]
  }

  return async (addresses: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map((await Promise.all(addresses.map(hashOf))).flat())
}

/**
 * Tells whether a font may be sent: no attribute of a page can demand its hash, so it is compared here, again when the file
 * on the disk has changed. Of a version from before there were lists all may.
 * @param address path of the request
 */
export function createFontCheck(deployFolder: string) {
  const verdicts = new Map<string, { stamp: string; isGenuine: Promise<boolean> }>()

  async function compare(folder: string, file: string): Promise<boolean> {
    const list = await readList(folder)
    return list === undefined || list[file] === (await integrityOf(path.join(folder, file)))
  }

  return async (address: string): Promise<boolean> => {
    const [, name, version, file] = place.exec(address) ?? []
    if (!name || !version || !file || !/\.woff2?$/.test(file)) return true
    const folder = path.join(deployFolder, 'r', name, version)
    // Without a query, which anybody may make up: all verdicts are kept.
    const font = path.join(folder, file)
    const found = await stat(font).catch(() => undefined)
    // What is not there is not found.
    if (!found) return true
    const stamp = `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino}`
    const known = verdicts.get(font)
    if (known?.stamp === stamp) return known.isGenuine
    const verdict = { stamp, isGenuine: compare(folder, file) }
    verdicts.set(font, verdict)
    // One that could not be reached is none: the next request asks again.
    verdict.isGenuine.catch(() => verdicts.delete(font))
    return verdict.isGenuine
  }
}

/** Names of the files in a published folder that are not what was published, or not there; those of before there were lists count as published. */
export async function changedFiles(folder: string): Promise<string[]> {
  const changed: string[] = []
  for (const [file, hash] of Object.entries((await readList(folder)) ?? {})) {
    if ((await integrityOf(path.join(folder, file)).catch(() => undefined)) !== hash) changed.push(file)
  }
  return changed
}

/** Versions that visitors may get, as folders below r/. */
export function buildsOf({ remotes, ...pages }: Registry): string[] {
  const ofRemotes = Object.entries(remotes).flatMap(([remote, { active, canary, lastGood }]) =>
    [active, canary?.version, lastGood].flatMap((version) => (version === undefined ? [] : [`${remote}/${version}`])),
  )
  // Partners pin versions of the embed.
  const ofEmbed = Object.keys(pages.embed?.versions ?? {}).map((version) => `embed/${version}`)
  return [...new Set([...(pages.shell ? [`shell/${pages.shell.active}`] : []), ...ofEmbed, ...ofRemotes])]
}

/** What an operator is told at the start of published files that were changed: they are refused by pages, and fonts by the server. */
export async function changedLines(deployFolder: string, registry: Registry): Promise<string[]> {
  const lines: string[] = []
  for (const build of buildsOf(registry)) {
    for (const file of await changedFiles(path.join(deployFolder, 'r', build))) {
      lines.push(
        `${path.join(deployFolder, 'r', build, file)} is not the file that was published, and pages refuse it. Put it back, or publish a new version.`,
      )
    }
  }
  return lines
}
