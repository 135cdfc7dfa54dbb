import { deployFolder } from './paths'
import { ChangeRefused, promote, promoteEmbed, rollback, rollbackEmbed, setEnabled } from './registry/changes'
import { partOf } from './registry/published'
import { changeRegistry, readRegistry } from './registry/registryFile'
import { argumentsOf } from './remotes/argumentsOf'
import { listRemotes } from './remotes/listRemotes'

/* npm run remotes -- COMMAND … : what runs for visitors. Works on the deploy folder (DEPLOY_DIR). */

const usage = `Usage: npm run remotes -- …
  list                               what runs
  publish NAME [--percent N]         build one remote, hold it to the contract, add it; NAME may be shell or embed
  promote NAME VERSION [--percent N] make a published version active, or the canary of N % of the visitors
  rollback NAME                      take back what came last: the canary, else the active version
  disable NAME, enable NAME          switch a remote off and on
  check [NAME [VERSION]] [--files]   is what visitors get well, and what waits for them? opens each version, without --files
  errors [NAME [VERSION]]            what pages reported of remotes that failed, from the server's metrics (METRICS);
         [--most 1%] [--visits 20]   refused when a greater share of the version's visits failed, and with fewer visits
  version NAME                       the version that its sources make, whether published or not
  prune [--days N]                   remove versions that have been out of use for 90 days or more
  export FOLDER                      the pages as files, for a static host (docs/nginx.md)
  create mf-NAME [--board-type]      a new remote, with one page or with a board type of its own`

const say = (line: string) => console.log(line)

async function change(apply: Parameters<typeof changeRegistry>[1], said: (registry: ReturnType<typeof readRegistry>) => string) {
  const registry = await changeRegistry(deployFolder(), apply)
  say(`${said(registry)} (registry rev ${registry.rev})`)
}

async function run() {
  const { words, options } = argumentsOf(process.argv.slice(2), { percent: true, days: true, files: false, most: true, visits: true, 'board-type': false })
  const [command = '', name = '', version = ''] = words
  const percent = Number(options.percent ?? 100)
  const deploy = deployFolder()
  switch (command) {
    case 'list':
      return listRemotes(readRegistry(deploy), deploy).forEach(say)
    case 'publish':
      return (await import('./remotes/publishRemote')).publishRemote(deploy, name, percent, say)
    case 'promote':
      return change(
        (registry) => (name === 'embed' ? promoteEmbed(registry, version, percent) : promote(registry, name, version, percent)),
        () => (percent === 100 ? `${name} runs ${version} for new visits` : percent === 0 ? `Nobody gets a canary of ${name} any more` : `${percent} % of the visitors get ${name} ${version}`),
      )
    case 'rollback':
      return change(
        (registry) => (name === 'embed' ? rollbackEmbed(registry) : rollback(registry, name)),
        (registry) => `What came last is taken back: everybody gets ${name} ${partOf(registry, name)!.active}`,
      )
    case 'disable':
      return change(
        (registry) => setEnabled(registry, name, false),
        () => `${name} is switched off. Switch it on with: npm run remotes -- enable ${name}`,
      )
    case 'enable':
      return change(
        (registry) => setEnabled(registry, name, true),
        () => `${name} is switched on`,
      )
    case 'check':
      return (await import('./remotes/checkDeployedRemotes')).checkDeployedRemotes(deploy, { remote: name, version, isVisiting: options.files === undefined }, say)
    case 'errors':
      return (await import('./remotes/showErrors')).showErrors(deploy, { metrics: process.env.METRICS, remote: name, version, most: options.most, fewestVisits: options.visits }, say)
    case 'version':
      return say((await import('./remotes/sourceVersion')).sourceVersion(name))
    case 'prune':
      return (await import('./remotes/pruneVersions')).pruneVersions(deploy, Number(options.days ?? 90), say)
    case 'export':
      return (await import('./remotes/exportSite')).exportSite(deploy, name)
    case 'create':
      return (await import('./remotes/createRemote')).createRemote(name, { isBoardType: options['board-type'] !== undefined }, say)
    default:
      throw new ChangeRefused(usage)
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ChangeRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
