import path from 'node:path'
import { runContract } from './contract/runContract'
import { isWorkspace } from './disk/paths'
import { ChangeRefused } from './command/refused'
import { argumentsOf, mustEnd, runCommand, withName } from './command/commandLine'

/* multiball COMMAND … , in the folder of a remote: in the workspace, or where it is alone (docs/first-hour.md). */

const usage = `Usage, in the folder of a remote: npx multiball …
  dev [--against URL] [--port N]   its pages from this machine inside those of a deployment (http://localhost:3000)
  types                            its types, and whether they fit the board contract
  docs [WORD]                      what shared exports, in Markdown; of WORD, where one is given
  contract                         what every remote keeps
  setup                            the settings of a remote that is alone in its repository
  create [--board-type]            a new remote, in this empty folder that is called as it; with a board type of its own
  publish [--percent N]            the contract, the build, and into the deploy folder (DEPLOY_DIR)
  promote VERSION [--percent N]    make a published version active
  version                          the version that its sources make
  list, history, rollback, disable, enable, check, errors, prune   as npm run remotes in the workspace`

const folder = process.cwd()
const name = path.basename(folder)
const [command = '', ...rest] = process.argv.slice(2)

/** These take the remote's name first; here it may be left out. */
const named = ['publish', 'promote', 'rollback', 'history', 'disable', 'enable', 'check', 'errors', 'version']

async function run() {
  switch (command) {
    case 'dev': {
      const { options } = argumentsOf(rest, { against: true, port: true })
      return (await import('./dev/dev')).dev(
        [folder],
        { against: options.against ?? 'http://localhost:3000', port: Number(options.port ?? 3001) },
        console.log,
      )
    }
    case 'types':
      return (await import('./standalone/checkTypes')).checkTypes(folder)
    case 'docs':
      mustEnd(rest, 1)
      return console.log((await import('./sharedTypes/reference')).writeReference(rest[0] ?? ''))
    case 'contract': {
      const { holds, output } = await runContract(name)
      console.log(output)
      if (!holds) process.exitCode = 1
      return
    }
    case 'setup':
      if (isWorkspace)
        throw new ChangeRefused(
          'The workspace brings all settings along; setup is for a remote that is alone in its repository.',
        )
      return (await import('./standalone/createStandalone')).setup(folder, console.log)
    case 'create':
      if (isWorkspace)
        throw new ChangeRefused('In the workspace, create a remote with: npm run remotes -- create mf-NAME')
      return (await import('./standalone/createStandalone')).createStandalone(
        folder,
        { isBoardType: argumentsOf(rest, { 'board-type': false }).options['board-type'] !== undefined },
        console.log,
      )
    case 'list':
    case 'history':
    case 'check':
    case 'errors':
    case 'prune':
    case 'publish':
    case 'promote':
    case 'rollback':
    case 'disable':
    case 'enable':
    case 'version':
      if (command !== 'version' && !isWorkspace)
        (await import('./standalone/mustBeDeployFolder')).mustBeDeployFolder(process.env.DEPLOY_DIR)
      process.argv.splice(2, process.argv.length, command, ...(named.includes(command) ? withName(name, rest) : rest))
      return import('./remotes.cli').then(() => undefined)
    default:
      throw new ChangeRefused(usage)
  }
}

// A dev server that has started would keep the process alive.
if (!(await runCommand(run, usage))) process.exit()
