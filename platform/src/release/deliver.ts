import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { cachedVersions, writeDeltas } from '../build/deltas'
import { promoteEmbed, addVersion, addEmbed, addShell, promote } from '../registry/changes'
import { changeRegistry, mapsName, partOf, readRegistry } from '../registry/registryFile'

/** Says which release put its pages here last, and when the newest of them was built. */
const marker = 'release'

/** When the newest of these pages was built; in a form that can be compared. */
const builtAt = (registry: Registry, names: readonly string[]) =>
  names
    .flatMap((name) =>
      Object.values(partOf(registry, name)!.versions as Record<string, { publishedAt: string }>).map(
        ({ publishedAt }) => new Date(publishedAt).toISOString(),
      ),
    )
    .reduce((one, other) => (one > other ? one : other), '')

/** Copies a version's files, and adds what has changed since earlier folders, if any are given; all of it or nothing. */
async function copyVersion(from: string, to: string, earlier?: readonly string[]): Promise<void> {
  if (existsSync(to)) return
  const unfinished = `${to}.${randomUUID()}`
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    cpSync(from, unfinished, { recursive: true })
    if (earlier) await writeDeltas(unfinished, earlier)
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process on the same deploy folder was faster.
    if (!existsSync(to)) throw error
  }
}

/** The registry with the active version of a part of the release as its active one. */
function withPart(registry: Registry, name: string, shipped: Registry): Registry {
  const version = partOf(shipped, name)!.active
  const isKnown = partOf(registry, name)?.versions[version] !== undefined
  if (name === 'shell') return addShell(registry, version, shipped.shell!.versions[version]!)
  if (name === 'embed')
    return isKnown ? promoteEmbed(registry, version) : addEmbed(registry, version, shipped.embed!.versions[version]!)
  return isKnown
    ? promote(registry, name, version)
    : addVersion(registry, name, version, shipped.remotes[name]!.versions[version]!)
}

/**
 * Puts the pages of a release into a deploy folder and makes them active, once for each release: what an operator rolls
 * back afterwards stays so over restarts. Versions that were there stay, for the pages that are open, and so do remotes
 * of other teams. Pages of a later release stay active: while servers are upgraded one by one, an older one may start again.
 * @param shipped the deploy folder of the release
 */
export async function deliver(shipped: string, deploy: string, log: (line: string) => void): Promise<void> {
  const release = createHash('sha256')
    .update(readFileSync(path.join(shipped, 'registry.json')))
    .digest('hex')
  const file = path.join(deploy, marker)
  const isUsed = existsSync(file) && existsSync(path.join(deploy, 'registry.json'))
  const [last, lastBuiltAt = ''] = isUsed ? readFileSync(file, 'utf8').trim().split(' ') : []
  if (last === release) return
  const registry = readRegistry(shipped)
  const names = [
    ...(registry.shell ? ['shell'] : []),
    ...(registry.embed ? ['embed'] : []),
    ...Object.keys(registry.remotes),
  ]
  const own = builtAt(registry, names)
  if (lastBuiltAt > own)
    return log(
      `The pages in ${deploy} are of a later release, and stay. To go back to those of this one, remove ${file} and start again.`,
    )
  log(`Putting the pages of this release into ${deploy}…`)
  const before = readRegistry(deploy)
  for (const name of names) {
    const { active } = partOf(registry, name)!
    const maps = path.join(mapsName, name, active)
    if (existsSync(path.join(shipped, maps))) await copyVersion(path.join(shipped, maps), path.join(deploy, maps))
    const place = path.join('r', name, active)
    await copyVersion(path.join(shipped, place), path.join(deploy, place), cachedVersions(deploy, before, name))
  }
  await changeRegistry(deploy, (newest) => names.reduce((now, name) => withPart(now, name, registry), newest))
  writeFileSync(`${file}.new`, `${release} ${own}\n`)
  renameSync(`${file}.new`, file)
}
