import type { Registry } from '@multiball/shared/schema'
import { lostBy, ofDisplays, refusedBy } from './hostPages'
import { missingFile } from './missingFile'
import { ChangeRefused } from './refused'
import { partOf } from './registryFile'

/** Which versions of a part visitors get, and how many of them, in percent. */
function shares(registry: Registry, name: string): Record<string, number> {
  const part = partOf(registry, name)
  if (!part || part.enabled === false) return {}
  return { ...(part.canary && { [part.canary.version]: part.canary.percent }), [part.active]: 100 }
}

/** @throws ChangeRefused with what a page has, where it would not load this version of a remote, or would no more load others, if it is a page itself */
function mustFit(registry: Registry, name: string, version: string): void {
  const record = registry.remotes[name]?.versions[version]
  if (!record) return
  const refusal = refusedBy(registry, record)
  if (refusal) throw new ChangeRefused(`${name} ${version} would not run: ${refusal}. Promote a version that fits, publish one, or switch it off until that page fits: npm run remotes -- disable ${name}`)
  const lost = record.page ? lostBy({ name: `${name} ${version}`, provides: record.page.provides }, registry, ofDisplays) : []
  if (lost.length > 0) throw new ChangeRefused(`${name} ${version} would lose remotes that run now:\n${lost.map((line) => `  ${line}`).join('\n')}`)
}

/**
 * Checks a change: no version of a part goes to more visitors than before while a file of it is missing, or while the pages
 * that load it do not have what it requires.
 * @throws ChangeRefused with the file, or the page
 */
export function mustRun(deploy: string, before: Registry, after: Registry, name: string): Registry {
  const old = shares(before, name)
  for (const [version, percent] of Object.entries(shares(after, name))) {
    if (percent <= (old[version] ?? 0)) continue
    const file = missingFile(deploy, name, version, partOf(after, name)?.versions[version])
    if (file) throw new ChangeRefused(`${file} is missing: ${name} ${version} would not run. Put the file back, or promote another version: npm run remotes -- promote ${name} VERSION`)
    mustFit(after, name, version)
  }
  return after
}
