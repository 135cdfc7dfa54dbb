import { checkFiles, checkHosts } from '../contract/deployed'
import { givenVersions, type GivenVersion } from '../contract/given'
import { isWorkspace } from '../disk/paths'
import { isWaiting } from '../registry/changes'
import { ChangeRefused } from '../command/refused'
import { readRegistry, readRevs } from '../registry/registryFile'
import { mustBePublished } from './listRemotes'

interface CheckOptions {
  /** only of this remote, or of the shell or the embed, and this version of it; empty for all */
  remote: string
  version: string
  /** false: files only, without a browser */
  isVisiting: boolean
}

const whose = ({ standing, percent }: GivenVersion) =>
  percent === undefined ? standing : `${standing} for ${percent} %`

/**
 * May this be deployed, or is what is deployed well? Checks the files of every version that visitors may get, and of those
 * that wait to be given, then opens each remote's in the pages that run.
 * @throws ChangeRefused when something is wrong, or nothing is there to be right
 */
export async function checkDeployedRemotes(
  deploy: string,
  { remote, version, isVisiting }: CheckOptions,
  say: (line: string) => void,
): Promise<void> {
  if (isVisiting && !isWorkspace)
    throw new ChangeRefused(
      'The pages that a browser opens come with the workspace. Here files can be checked: npm run remotes -- check --files',
    )
  const registry = readRegistry(deploy)
  const { shell, embed, remotes } = registry
  mustBePublished({ ...(shell && { shell }), ...(embed && { embed }), ...remotes }, remote, version)
  if (Object.keys(remotes).length === 0)
    throw new ChangeRefused(`Nothing is published in ${deploy}. Set DEPLOY_DIR as the server has it.`)
  const revs = readRevs(deploy).map((rev) => rev.registry)
  const ofRemotes = checkFiles(registry, deploy, givenVersions(registry, revs, { remote, version }))
  const checked = [...checkHosts(registry, deploy, { remote, version }), ...ofRemotes]
  // A remote that is switched off is nobody's.
  const opened = ofRemotes.filter(({ remote: name }) => remotes[name]!.enabled || isWaiting(remotes[name]!))
  const visited =
    isVisiting && opened.length > 0
      ? await (await import('../contract/visit')).visitVersions(registry, deploy, opened)
      : []
  let wrong = 0
  for (const one of checked) {
    const visit = visited.find((other) => other.remote === one.remote && other.version === one.version)
    const all = [...one.problems, ...(visit?.problems ?? [])]
    const addresses = visit ? `, opened ${visit.opened.join(', ') || 'nothing: it has no page'}` : ''
    say(
      `${all.length === 0 ? '✓' : '✗'} ${one.remote} ${one.version} (${whose(one)})  ${(one.bytes / 1024).toFixed(1)} KB${addresses}`,
    )
    for (const problem of all) say(`    ${problem}`)
    wrong += all.length
  }
  if (wrong > 0)
    throw new ChangeRefused(
      `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong. Mend and publish, or take a version back: npm run remotes -- rollback NAME`,
    )
  say(
    `${checked.length} ${checked.length === 1 ? 'version keeps' : 'versions keep'} the contract${visited.length > 0 ? `, and the pages of ${visited.length} open` : ''}.`,
  )
}
