import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'
import { isWorkspace, platformFolder, root } from '../disk/paths'
import { ChangeRefused } from '../command/refused'
import { readManifest } from '../webpack/manifest'
import { settingsOf } from '../settings/buildSettings'

const program = path.join(path.dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js')

/** In the workspace among the tests of all; where a remote is alone, from the installed packages. */
const args = isWorkspace
  ? ['shared/src/testing/contract/remotes.contract.ts', '--selectProjects', 'pages']
  : ['--config', path.join(platformFolder, 'jest/contract.mjs')]

/** What keeps the settings of its board type from being published, if it brings one along. */
async function settingsProblem(folder: string, manifest: RemoteManifest): Promise<string | undefined> {
  try {
    await settingsOf(folder, manifest)
    return undefined
  } catch (error) {
    if (error instanceof ChangeRefused) return error.message
    throw error
  }
}

/**
 * Runs the contract suite over the sources of one remote. Answers what it printed, and whether all of it holds.
 * @throws ChangeRefused for a remote.json that is not valid
 */
export async function runContract(remote: string): Promise<{ holds: boolean; output: string }> {
  const folder = path.join(root, remote)
  const manifest = readManifest(folder)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--colors=false'], {
    cwd: isWorkspace ? root : process.cwd(),
    encoding: 'utf8',
    env: { ...process.env, CONTRACT_REMOTE: remote, CONTRACT_FOLDER: root },
  })
  const output = `${stdout}${stderr}`
  if (status !== 0) return { holds: false, output }
  const problem = await settingsProblem(folder, manifest)
  return { holds: problem === undefined, output: problem === undefined ? output : `${output}\n${problem}` }
}
