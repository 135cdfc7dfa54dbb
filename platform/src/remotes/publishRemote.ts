import type { Registry } from '@multiball/shared/schema'
import { runContract } from '../contract/runContract'
import { oneBuildAtATime } from '../oneBuildAtATime'
import { sourceVersion } from '../packages'
import { afterRollback, checkPercent } from '../registry/changes'
import { ChangeRefused } from '../registry/refused'
import { readRegistry, isPublished, partOf } from '../registry/registryFile'

/**
 * Builds one remote and nothing else, holds it to the contract, stores it and adds it to the registry.
 * @param percent below 100 it becomes the canary of that share of the visitors; with 0 nobody gets it yet
 * @throws ChangeRefused with what to do
 */
export async function publishRemote(deploy: string, name: string, percent: number, say: (line: string) => void): Promise<void> {
  checkPercent(name, percent)
  const version = sourceVersion(name)
  if (isPublished(deploy, name, version)) {
    throw new ChangeRefused(`${name} ${version} is already published: nothing in its sources changed. To run it again: npm run remotes -- promote ${name} ${version}`)
  }
  if (percent < 100 && !partOf(readRegistry(deploy), name)) throw new ChangeRefused(`${name} is new: there is no version that the others could have. Publish it without --percent.`)
  if (!['shell', 'embed'].includes(name)) {
    say(`Holding ${name} to the contract…`)
    const { holds, output } = await runContract(name)
    if (!holds) throw new ChangeRefused(`${output}\n${name} breaks the contract above; nothing was published. See it again with: CONTRACT_REMOTE=${name} npx jest remotes.contract`)
  }
  if (name === 'shell') {
    // Remotes get shared from the shell: this is where a break would reach them.
    say('Comparing the types of shared with those of its version…')
    const { checkSharedVersion } = await import('../sharedTypes/sharedVersion')
    checkSharedVersion(say)
  }
  say(`Building ${name} ${version}…`)
  const { publishPackage } = await import('../publish')
  await oneBuildAtATime(say, () => publishPackage(name, version, { percent, isChecked: true }))
  say(said(readRegistry(deploy), name, version, percent))
}

/** What is told of a version that was published, with what may follow. */
export function said(registry: Registry, name: string, version: string, percent: number): string {
  if (percent === 0) return `${name} ${version} is stored, and nobody gets it yet. Look at it with ?mf-pin=${name}@${version}, then: npm run remotes -- promote ${name} ${version} --percent 5`
  if (percent < 100) return `${name} ${version} is live for ${percent} % of the visitors. Go on with: npm run remotes -- promote ${name} ${version}, or take it back with: npm run remotes -- rollback ${name}`
  const live = `${name} ${version} is live for new visits.`
  if (afterRollback(registry, name)) return `${live} Take it back with: npm run remotes -- rollback ${name}`
  return registry.remotes[name] ? `${live} Switch it off with: npm run remotes -- disable ${name}` : live
}
