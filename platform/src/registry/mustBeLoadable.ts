import type { Registry } from '@multiball/shared/schema'
import { hostPages, lostBy, ofDisplays, ofRoutes, refusals } from './hostPages'
import { missingFile } from './missingFile'
import { checkPaths } from './paths'
import { ChangeRefused } from '../command/refused'
import { partOf } from './registryFile'

/** Which versions of a part visitors get, and how many of them, in percent. */
function shares(registry: Registry, name: string): Record<string, number> {
  const part = partOf(registry, name)
  if (!part || part.enabled === false) return {}
  return { ...(part.canary && { [part.canary.version]: part.canary.percent }), [part.active]: 100 }
}

/** The pages that are of a version, and what each loads. */
function pagesOf({ shell, remotes }: Registry, name: string, version: string) {
  const provides =
    name === 'shell' ? shell?.versions[version]?.provides : remotes[name]?.versions[version]?.page?.provides
  return provides
    ? [{ page: { name: `${name} ${version}`, provides }, isLoaded: name === 'shell' ? ofRoutes : ofDisplays }]
    : []
}

/**
 * Checks a version beside all that visitors have: that the pages which load it have what it requires, that its paths are no
 * other remote's, and, of a page, that it loads what runs now.
 * @throws ChangeRefused with the page, the path or what would be lost
 */
export function mustBeCompatible(registry: Registry, name: string, version: string): void {
  const record = registry.remotes[name]?.versions[version]
  const [refusal] = record ? refusals(hostPages(registry), record) : []
  if (refusal)
    throw new ChangeRefused(
      `${name} ${version} would not run: ${refusal}. Promote a version that fits, publish one, or switch it off until that page fits: npm run remotes -- disable ${name}`,
    )
  if (record) checkPaths(registry, name, record.routes)
  const lost = pagesOf(registry, name, version).flatMap(({ page, isLoaded }) => lostBy(page, registry, isLoaded))
  if (lost.length === 0) return
  throw new ChangeRefused(`${name} ${version} would lose remotes that run now:
${lost.map((line) => `  ${line}`).join('\n')}
Publish versions of them first that run with both, such as "^2.0.0 || ^3.0.0" in their remote.json, or switch them off.`)
}

/**
 * Checks a change: no version of a part goes to more visitors than before while a file of it is missing, or it does not fit
 * beside the others.
 * @throws ChangeRefused with the file, or why not
 */
export function mustBeLoadable(deploy: string, before: Registry, after: Registry, name: string): Registry {
  const old = shares(before, name)
  for (const [version, percent] of Object.entries(shares(after, name))) {
    if (percent <= (old[version] ?? 0)) continue
    const file = missingFile(deploy, name, version, partOf(after, name)?.versions[version])
    if (file)
      throw new ChangeRefused(
        `${file} is missing: ${name} ${version} would not run. Put the file back, or promote another version: npm run remotes -- promote ${name} VERSION`,
      )
    mustBeCompatible(after, name, version)
  }
  return after
}
