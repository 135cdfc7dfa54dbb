import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isWorkspace, platformFolder, root } from '../paths'

const jest = path.join(path.dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js')

/** In the workspace among the tests of all; where a remote is alone, from the installed packages. */
const args = isWorkspace
  ? ['shared/src/testing/contract/remotes.contract.ts', '--selectProjects', 'pages']
  : ['--config', path.join(platformFolder, 'jest/contract.mjs')]

/** Runs the contract suite over the sources of one remote. Answers what it printed, and whether all of it holds. */
export function runContract(remote: string): { holds: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [jest, ...args, '--colors=false'], {
    cwd: isWorkspace ? root : process.cwd(),
    encoding: 'utf8',
    env: { ...process.env, CONTRACT_REMOTE: remote, CONTRACT_FOLDER: root },
  })
  return { holds: status === 0, output: `${stdout}${stderr}` }
}
