import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { promoteEmbed, publish, publishEmbed, publishShell, promote } from '../registry/changes'
import { changeRegistry, mapsName, partOf, readRegistry } from '../registry/registryFile'

/** Says which release put its pages here last. */
const marker = 'release'

/** Copies a version's files; all of them or nothing. */
function copyVersion(from: string, to: string): void {
  if (existsSync(to)) return
  const unfinished = `${to}.${process.pid}`
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(from, unfinished, { recursive: true })
  try {
    renameSync(unfinished, to)
  } catch (error) {
    // Another process on the same deploy folder was faster.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(to)) throw error
  }
}

/** The registry with the active version of a part of the release as its active one. */
function withPart(registry: Registry, name: string, shipped: Registry): Registry {
  const version = partOf(shipped, name)!.active
  const isKnown = partOf(registry, name)?.versions[version] !== undefined
  if (name === 'shell') return publishShell(registry, version, shipped.shell!.versions[version]!)
  if (name === 'embed') return isKnown ? promoteEmbed(registry, version) : publishEmbed(registry, version, shipped.embed!.versions[version]!)
  return isKnown ? promote(registry, name, version) : publish(registry, name, version, shipped.remotes[name]!.versions[version]!)
}

/**
 * Puts the pages of a release into a deploy folder and makes them active, once for each release: what an operator rolls
 * back afterwards stays so over restarts. Versions that were there stay, for the pages that are open, and so do remotes
 * of other teams.
 * @param shipped the deploy folder of the release
 */
export async function deliver(shipped: string, deploy: string, log: (line: string) => void): Promise<void> {
  const release = createHash('sha256').update(readFileSync(path.join(shipped, 'registry.json'))).digest('hex')
  const file = path.join(deploy, marker)
  if (existsSync(file) && readFileSync(file, 'utf8') === release && existsSync(path.join(deploy, 'registry.json'))) return
  const registry = readRegistry(shipped)
  const names = [...(registry.shell ? ['shell'] : []), ...(registry.embed ? ['embed'] : []), ...Object.keys(registry.remotes)]
  log(`Putting the pages of this release into ${deploy}…`)
  for (const name of names) {
    for (const kind of [mapsName, 'r']) {
      const place = path.join(kind, name, partOf(registry, name)!.active)
      if (existsSync(path.join(shipped, place))) copyVersion(path.join(shipped, place), path.join(deploy, place))
    }
  }
  await changeRegistry(deploy, (before) => names.reduce((now, name) => withPart(now, name, registry), before))
  writeFileSync(`${file}.new`, release)
  renameSync(`${file}.new`, file)
}
