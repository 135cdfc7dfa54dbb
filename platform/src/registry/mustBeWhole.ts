import type { Registry } from '@multiball/shared/schema'
import { missingFile } from './missingFile'
import { ChangeRefused } from './refused'
import { partOf } from './registryFile'

/** Which versions of a part visitors get, and how many of them, in percent. */
function shares(registry: Registry, name: string): Record<string, number> {
  const part = partOf(registry, name)
  if (!part || part.enabled === false) return {}
  return { ...(part.canary && { [part.canary.version]: part.canary.percent }), [part.active]: 100 }
}

/**
 * Checks a change against the files: no version of a part goes to more visitors than before while a file of it is missing.
 * @throws ChangeRefused with the file
 */
export function mustBeWhole(deploy: string, before: Registry, after: Registry, name: string): Registry {
  const old = shares(before, name)
  for (const [version, percent] of Object.entries(shares(after, name))) {
    const file = percent > (old[version] ?? 0) ? missingFile(deploy, name, version, partOf(after, name)?.versions[version]) : undefined
    if (file) throw new ChangeRefused(`${file} is missing: ${name} ${version} would not run. Put the file back, or promote another version: npm run remotes -- promote ${name} VERSION`)
  }
  return after
}
