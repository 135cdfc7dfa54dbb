import type { Registry } from '@multiball/shared/schema'
import { afterRollback, isWaiting } from '../registry/changes'
import { partOf } from '../registry/registryFile'

/** What is told of a version that would be given, if its remote were on. */
const switchedOffMessage = (name: string, version: string): string =>
  `${name} will run ${version}, but it is switched off, and nobody gets it. Switch it on with: npm run remotes -- enable ${name}`

/** What is told of a version that was published, with what may follow. */
export function publishedMessage(registry: Registry, name: string, version: string, percent: number): string {
  const remote = registry.remotes[name]
  const promoted = `npm run remotes -- promote ${name} ${version}`
  if (percent === 0)
    return `${name} ${version} is stored, and nobody gets it yet. Look at it with ?mf-pin=${name}@${version}, then: ${promoted}${remote && isWaiting(remote) ? '' : ' --percent 5'}`
  if (remote?.enabled === false) return switchedOffMessage(name, version)
  if (percent < 100)
    return `${name} ${version} is live for ${percent} % of the visitors. Go on with: ${promoted}, or take it back with: npm run remotes -- rollback ${name}`
  const replaced = afterRollback(registry, name)
  const live = `${name} ${version} is live for new visits`
  if (replaced)
    return `${live}, in place of ${replaced} of ${publishedAt(registry, name, replaced)}. Take it back with: npm run remotes -- rollback ${name}`
  return remote ? `${live}. Switch it off with: npm run remotes -- disable ${name}` : `${live}.`
}

/** In words such as `2026-11-28 17:16 UTC`. */
const publishedAt = (registry: Registry, name: string, version: string): string =>
  `${(partOf(registry, name)!.versions[version] as { publishedAt: string }).publishedAt.slice(0, 16).replace('T', ' ')} UTC`

/** What is told of a promote. */
export function promotedMessage({ remotes }: Registry, name: string, version: string, percent: number): string {
  if (percent === 0) return `Nobody gets a canary of ${name} any more`
  if (remotes[name]?.enabled === false) return switchedOffMessage(name, version)
  if (percent === 100) return `${name} runs ${version} for new visits`
  if (remotes[name]?.canary) return `${percent} % of the visitors get ${name} ${version}`
  return `${name} runs ${version} for new visits of everybody: it is the first version, and there is no other for the rest`
}
