import path from 'node:path'
import { runContract } from '../contract/runContract'
import { oneBuildAtATime } from '../build/oneBuildAtATime'
import { sourceVersion } from '../build/packages'
import { isWorkspace, root } from '../disk/paths'
import { readManifest } from '../webpack/manifest'
import { checkPercent } from '../registry/changes'
import { hostPages, refusals } from '../registry/hostPages'
import { ChangeRefused } from '../command/refused'
import { readRegistry, isPublished, partOf } from '../registry/registryFile'
import { publishedMessage } from './messages'

/**
 * Builds one remote and nothing else, holds it to the contract, stores it and adds it to the registry.
 * @param percent below 100 it becomes the canary of that share of the visitors; with 0 nobody gets it yet
 * @throws ChangeRefused with what to do
 */
export async function publishRemote(
  deploy: string,
  name: string,
  percent: number,
  say: (line: string) => void,
): Promise<void> {
  checkPercent(name, percent)
  const version = sourceVersion(name)
  if (isPublished(deploy, name, version)) {
    throw new ChangeRefused(
      `${name} ${version} is already published: nothing in its sources changed. To run it again: npm run remotes -- promote ${name} ${version}`,
    )
  }
  if (percent > 0 && percent < 100 && !partOf(readRegistry(deploy), name))
    throw new ChangeRefused(
      `${name} is new: there is no version that the others could have. Publish it for nobody yet with --percent 0, or for everybody without --percent.`,
    )
  if (!['shell', 'embed'].includes(name)) {
    // Known before minutes of work, whose end it would be.
    const [refusal] = refusals(hostPages(readRegistry(deploy)), readManifest(path.join(root, name)))
    if (refusal)
      throw new ChangeRefused(
        `${name} ${version} would not run: ${refusal}. Lower "requires" in remote.json, or wait until that page is published with it.`,
      )
    say(`Holding ${name} to the contract…`)
    const { holds, output } = await runContract(name)
    if (!holds)
      throw new ChangeRefused(
        `${output}\n${name} breaks the contract above; nothing was published. See it again with: ${isWorkspace ? `CONTRACT_REMOTE=${name} npx jest remotes.contract` : 'npx multiball contract'}`,
      )
  }
  if (name === 'shell') {
    // Remotes get shared from the shell: this is where a break would reach them.
    say('Comparing the types of shared with those of its version…')
    const { checkSharedVersion } = await import('../sharedTypes/sharedVersion')
    checkSharedVersion(say)
  }
  say(`Building ${name} ${version}…`)
  const { deployPackage } = await import('../build/deployPackage')
  await oneBuildAtATime(say, () => deployPackage(name, version, { percent, isChecked: true }))
  say(publishedMessage(readRegistry(deploy), name, version, percent))
}
