import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../disk/paths'
import { argumentsOf, mustEnd, runCommand } from '../command/commandLine'
import { sourceVersion } from '../build/packages'
import { ChangeRefused } from '../command/refused'
import { step } from './steps'
import { tryBoardType } from './tryBoardType'
import { tryRemote } from './tryRemote'

/*
 * npm run first-hour -- [mf-NAME] [--keep] [--only remote|board-type] : docs/first-hour.md as a program, for a remote of the
 * workspace and for a board type that nobody has yet. Takes some minutes and npm's cache or a network. DEPLOY_DIR is the
 * deploy folder that is copied.
 */

const usage = `Usage: npm run first-hour [-- mf-NAME] [--keep] [--only remote|board-type]
  Does what docs/first-hour.md says, with a remote of the workspace and with a board type that nobody has yet.
  --keep   leaves the folders that it made`

await runCommand(async () => {
  const { words, options } = argumentsOf(process.argv.slice(2), { keep: false, only: true })
  mustEnd(words, 1)
  const { only, keep } = options
  const [remote = 'mf-leaderboards'] = words
  sourceVersion(remote)
  if (only !== undefined && !['remote', 'board-type'].includes(only))
    throw new ChangeRefused(`--only is remote or board-type, not ${only}.`)
  const place = mkdtempSync(path.join(tmpdir(), 'multiball-team-'))
  const [packages, deploy] = ['packages', 'deploy'].map((name) => path.join(place, name)) as [string, string]

  mkdirSync(packages)
  cpSync(process.env.DEPLOY_DIR ?? path.join(root, 'deploy'), deploy, { recursive: true })
  step('The packages', process.execPath, ['platform/run.mjs', 'platform/src/pack.cli.ts', packages], root)
  if (only !== 'board-type') tryRemote(remote, place, packages, deploy)
  if (only !== 'remote') await tryBoardType(place, packages, deploy)
  if (keep !== undefined) console.log(`See ${place}`)
  else rmSync(place, { recursive: true })
}, usage)
