import { spawnSync } from 'node:child_process'
import { root } from '../paths'

/** Runs the contract suite over the sources of one remote. Answers what it printed, and whether all of it holds. */
export function runContract(remote: string): { holds: boolean; output: string } {
  const args = ['node_modules/jest/bin/jest.js', 'shared/src/testing/contract/remotes.contract.ts', '--selectProjects', 'pages', '--colors=false']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, CONTRACT_REMOTE: remote } })
  return { holds: status === 0, output: `${stdout}${stderr}` }
}
