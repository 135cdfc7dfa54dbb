#!/usr/bin/env node
// multiball COMMAND … : runs and looks after a server, from an unpacked release. Plain JavaScript, with Node alone.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const usage = `Usage: multiball …
  start                              starts the server with its database; settings come from the environment
  doctor                             says what is wrong with this installation
  backup FILE, restore FILE          writes the whole database to one file, and reads it back
  catalogue import FILE              updates machines and groups from an Open Pinball Database export
  provider NAME PUBLIC_KEY_HEX       registers the signing key of a maker of machine clients
  operators list, add, remove        who may change, on the page Platform, what runs for visitors
  review NAME VERSION [DAYS]         prints a link that shows a reviewer a version that others do not get
  leaderboards check, rebuild        checks the table by which leaderboards of a period are found
  unpair UUID                        unpairs a device from its machine
  bridge mpf, vector, event, matchplay
                                     shows games and tournaments from elsewhere; runs on any computer
  remotes list, history, promote, rollback, disable, enable, check, errors, prune, export
                                     what runs for visitors
  version                            the version of this release`

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Multiball needs Node.js 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}

/** Set by the package; a release that was only unpacked takes the environment as it is. */
const settings = process.env.MULTIBALL_ENV
if (settings && existsSync(settings)) {
  try {
    process.loadEnvFile(settings)
  } catch {
    // Node.js 20 calls every reason ENOENT.
    console.error(
      `This user may not read the settings in ${settings}. Run it as root: sudo multiball ${process.argv.slice(2).join(' ')}`,
    )
    process.exit(1)
  }
}
// Where this is started may be read-only, and is left behind with the release: the published pages stay with the data.
process.env.DEPLOY_DIR ||= path.join(process.env.DATA_DIR || './data', 'deploy')

const needsSources = ['publish', 'create', 'version']

/** Runs a program of the release as if it had been started with these arguments. */
function run(program, args = []) {
  const file = path.join(folder, program)
  process.argv = [process.argv[0], file, ...args]
  return import(pathToFileURL(file).href)
}

const [command = '', ...args] = process.argv.slice(2)
switch (command) {
  case 'start':
    if (['--help', '-h'].includes(args[0])) {
      console.log(usage)
      break
    }
    // A port that was typed here and not taken would be missed later, on a wall.
    if (args.length > 0) {
      console.error(
        `start takes no ${args[0]}, and nothing was started. Settings come from the environment, such as PORT=8080: docs/settings.md lists them.`,
      )
      process.exitCode = 1
      break
    }
    process.env.DEMO ??= 'auto'
    await run('server/lib/settings.js')
    if (!process.exitCode) await run('platform/lib/deliver.js')
    if (!process.exitCode) await run('server/lib/main.js')
    break
  case 'remotes':
    if (needsSources.includes(args[0])) {
      console.error(
        `remotes ${args[0]} builds from sources, which a release does not have. Run it where the remote is written, with DEPLOY_DIR=${path.resolve(process.env.DEPLOY_DIR)}`,
      )
      process.exitCode = 1
    } else if (args[0] === 'export') await run('server/lib/export.js', args.slice(1))
    else
      await run(
        'platform/lib/remotes.js',
        args[0] === 'check' && !args.includes('--files') ? [...args, '--files'] : args,
      )
    break
  case 'doctor':
  case 'backup':
  case 'restore':
  case 'catalogue':
  case 'provider':
  case 'operators':
  case 'review':
  case 'leaderboards':
  case 'unpair':
    await run(`server/lib/${command}.js`, args)
    break
  case 'bridge':
    await run('bridge/lib/bridge.js', args)
    break
  case 'version': {
    const { default: manifest } = await import('../server/package.json', { with: { type: 'json' } })
    console.log(manifest.version)
    break
  }
  case '--help':
  case '-h':
    console.log(usage)
    break
  default:
    console.error(usage)
    process.exitCode = 1
}
