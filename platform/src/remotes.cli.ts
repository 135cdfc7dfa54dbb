import { spawnSync } from 'node:child_process'
import { deployFolder, root } from './disk/paths'
import { promotePart, setEnabled } from './registry/changes'
import { mustBeLoadable } from './registry/mustBeLoadable'
import { ChangeRefused } from './command/refused'
import { listHistory } from './registry/history'
import { keptDays } from './registry/prunable'
import { changeRegistry, readRegistry, readRevs, partOf } from './registry/registryFile'
import { rollbackOnce } from './registry/rollbackOnce'
import { argumentsOf, percentOf, runCommand, typedPath } from './command/commandLine'
import { listRemotes, mustBePublished } from './remotes/listRemotes'
import { mustBeNamed, mustTakeAll } from './remotes/mustBeNamed'
import { promotedMessage } from './remotes/messages'

/* npm run remotes -- COMMAND … : what runs for visitors. Works on the deploy folder (DEPLOY_DIR). */

const usage = `Usage: npm run remotes -- …
  list                               what runs
  publish NAME [--percent N]         build one remote, hold it to the contract, add it; NAME may be shell or embed, without --percent
  promote NAME VERSION [--percent N] make a published version active, or the canary of N % of the visitors
  rollback NAME                      take back what came last: the canary, else the active version
  history [NAME] [--most N]          who changed what and when: the newest 50 changes
  disable NAME, enable NAME          switch a remote off and on
  check [NAME [VERSION]] [--files]   is what visitors get well, and what waits for them? opens each version, without --files
  errors [NAME [VERSION]]            what pages reported of remotes that failed, from the server's metrics (METRICS);
         [--most 1%] [--visits 20]   refused when a greater share of the version's visits failed, and with fewer visits
  version NAME                       the version that its sources make, whether published or not
  prune [--days N]                   remove versions that have been out of use for 90 days or more
  export FOLDER                      the pages as files, for a static host (docs/nginx.md)
  create mf-NAME [--board-type]      a new remote, with one page or with a board type of its own`

const say = (line: string) => console.log(line)

async function change(
  name: string,
  apply: Parameters<typeof changeRegistry>[1],
  said: (registry: ReturnType<typeof readRegistry>) => string,
) {
  const deploy = deployFolder()
  const now = readRegistry(deploy)
  // By its text, since the order of the shell's versions counts.
  if (JSON.stringify(apply(now)) === JSON.stringify(now))
    return say(`${said(now)} (as before, registry rev ${now.rev})`)
  const registry = await changeRegistry(deploy, (before) => mustBeLoadable(deploy, before, apply(before), name))
  say(`${said(registry)} (registry rev ${registry.rev})`)
}

async function run() {
  const { words, options } = argumentsOf(process.argv.slice(2), {
    percent: true,
    days: true,
    files: false,
    most: true,
    visits: true,
    'board-type': false,
  })
  const [command = '', ...rest] = words
  const [name = '', version = ''] = rest
  mustTakeAll(command, rest, Object.keys(options))
  const percent = percentOf(options.percent)
  const deploy = deployFolder()
  mustBeNamed(() => readRegistry(deploy), command, name, version)
  switch (command) {
    case 'list':
      return listRemotes(readRegistry(deploy), deploy).forEach(say)
    case 'publish':
      // Of a volume that is not mounted nobody would get anything.
      if (process.env.DEPLOY_DIR) (await import('./standalone/mustBeDeployFolder')).mustBeDeployFolder(deploy)
      return (await import('./remotes/publishRemote')).publishRemote(deploy, name, percent, say)
    case 'promote':
      return change(
        name,
        (registry) => promotePart(registry, name, version, percent),
        (registry) => promotedMessage(registry, name, version, percent),
      )
    case 'rollback':
      return change(
        name,
        (registry) => rollbackOnce(deploy, registry, name),
        (registry) =>
          `What came last is taken back: ${partOf(registry, name)!.enabled === false ? `nobody gets ${name}` : `everybody gets ${name} ${partOf(registry, name)!.active}`}`,
      )
    case 'disable':
      return change(
        name,
        (registry) => setEnabled(registry, name, false),
        () => `${name} is switched off. Switch it on with: npm run remotes -- enable ${name}`,
      )
    case 'enable':
      return change(
        name,
        (registry) => setEnabled(registry, name, true),
        () => `${name} is switched on`,
      )
    case 'history': {
      const most = Number(options.most ?? 50)
      const { shell, embed, remotes } = readRegistry(deploy)
      mustBePublished({ ...(shell && { shell }), ...(embed && { embed }), ...remotes }, name, '')
      if (!Number.isInteger(most) || most < 1)
        throw new ChangeRefused(`--most is a whole number from 1, and not ${options.most}.`)
      const lines = listHistory(readRevs(deploy), name, most)
      return (lines.length > 0 ? lines : [`Nothing has changed${name && ` of ${name}`} in what is kept.`]).forEach(say)
    }
    case 'check':
      return (await import('./remotes/checkDeployedRemotes')).checkDeployedRemotes(
        deploy,
        { remote: name, version, isVisiting: options.files === undefined },
        say,
      )
    case 'errors':
      return (await import('./remotes/failures')).showFailures(
        deploy,
        { metrics: process.env.METRICS, remote: name, version, most: options.most, fewestVisits: options.visits },
        say,
      )
    case 'version':
      return say((await import('./build/packages')).sourceVersion(name))
    case 'prune':
      return (await import('./remotes/pruneVersions')).pruneVersions(
        deploy,
        Number(options.days ?? keptDays),
        Date.now(),
        say,
      )
    case 'export':
      return exportSite(deploy, name)
    case 'create':
      return (await import('./remotes/createRemote')).createRemote(
        name,
        { isBoardType: options['board-type'] !== undefined },
        say,
      )
    default:
      throw new ChangeRefused(usage)
  }
}

/** Writes the pages as files for a static host; the server knows how they look. @throws ChangeRefused when it could not */
function exportSite(deploy: string, folder: string): void {
  if (!folder) throw new ChangeRefused('Name the folder that the site goes into: npm run remotes -- export FOLDER')
  const { status } = spawnSync(
    process.execPath,
    ['platform/run.mjs', 'server/src/edges/pages/export.cli.ts', typedPath(folder)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, DEPLOY_DIR: deploy } },
  )
  if (status !== 0) throw new ChangeRefused('Nothing was exported, or not all; the reason is above.')
}

await runCommand(run, usage)
