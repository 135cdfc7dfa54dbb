import { checkDeployed } from '../contract/deployed'
import { ChangeRefused } from '../registry/changes'
import { readRegistry } from '../registry/registryFile'

/**
 * May this be deployed, or is what is deployed well? Checks the files of every version that visitors get, then opens
 * each of them in the deployed shell.
 * @param isVisiting false: files only, without a browser
 * @throws ChangeRefused when something is wrong
 */
export async function checkDeployedRemotes(deploy: string, isVisiting: boolean, say: (line: string) => void): Promise<void> {
  const registry = readRegistry(deploy)
  const checked = checkDeployed(registry, deploy)
  const visited = isVisiting ? await (await import('../contract/visit')).visitDeployed(registry, deploy) : new Map<string, string[]>()
  let wrong = 0
  for (const { remote, version, bytes, problems } of checked) {
    const all = [...problems, ...(version === registry.remotes[remote]?.active ? (visited.get(remote) ?? []) : [])]
    say(`${all.length === 0 ? '✓' : '✗'} ${remote} ${version}  ${(bytes / 1024).toFixed(1)} KB`)
    for (const problem of all) say(`    ${problem}`)
    wrong += all.length
  }
  if (wrong > 0) throw new ChangeRefused(`${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong. Mend and publish, or take a version back: npm run remotes -- rollback NAME`)
  say(`All ${checked.length} versions keep the contract${isVisiting ? ' and open in the shell' : ''}.`)
}
