import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../paths'
import { pipelineOf, rehearsed } from './pipeline'

/*
 * npm run first-hour -- [mf-NAME] [--keep] : docs/first-hour.md as a program. A remote's folder gets the two packages, is
 * committed to a repository of its own and cloned; there it is installed, checked, built, published into a copy of the
 * deploy folder by the pipeline of that page, and taken back. Takes a few minutes and npm's cache or a network. DEPLOY_DIR
 * is the deploy folder that is copied.
 */

const remote = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'mf-leaderboards'
const keeps = process.argv.includes('--keep')
const place = mkdtempSync(path.join(tmpdir(), 'multiball-team-'))
const folder = path.join(place, remote)
const deploy = path.join(place, 'deploy')

function step(title: string, command: string, args: string[], cwd = folder, environment: Record<string, string> = {}): void {
  const startedMs = performance.now()
  console.log(`\n── ${title}: ${[command, ...args].map((word) => path.basename(word)).join(' ')}`)
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...environment }, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${title} failed with ${status}. See ${place}`)
  console.log(`   ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

const active = () => (JSON.parse(readFileSync(path.join(deploy, 'registry.json'), 'utf8')) as { remotes: Record<string, { active: string }> }).remotes[remote]!.active

mkdirSync(folder)
cpSync(path.join(root, remote), folder, { recursive: true, filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file) })
cpSync(process.env.DEPLOY_DIR ?? path.join(root, 'deploy'), deploy, { recursive: true })
step('The packages', process.execPath, ['platform/run.mjs', 'platform/src/pack.cli.ts', path.join(folder, 'packages')], root)
const packages = readdirSync(path.join(folder, 'packages')).map((file) => `./packages/${file}`)
step('Install', 'npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages])
step('Settings', 'npx', ['multiball', 'setup'])
step('Repository', 'git', ['init', '--quiet'])
step('Everything', 'git', ['add', '--all'])
step('Commit', 'git', ['-c', 'user.name=team', '-c', 'user.email=team@example.com', 'commit', '--quiet', '--message', 'Stand alone'])

// What somebody else has of it, elsewhere. Nothing of the first folder is left.
const clone = path.join(place, 'elsewhere', remote)
step('Clone', 'git', ['clone', '--quiet', folder, clone], place)
rmSync(folder, { recursive: true })
step('Install what is locked', 'npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], clone)
step('Lint', 'npm', ['run', '-s', 'lint'], clone)
const before = active()
// So that there is something to publish.
const manifest = path.join(clone, 'package.json')
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "1.0.1"'))
step('Pipeline', 'sh', ['-c', rehearsed(pipelineOf(path.join(root, 'docs/first-hour.md')))], clone, { DEPLOY_DIR: deploy })
if (active() === before || !existsSync(path.join(deploy, 'r', remote, active()))) throw new Error('Published, and not there.')
step('Roll back', 'npm', ['run', '-s', 'remotes', '--', 'rollback'], clone, { DEPLOY_DIR: deploy })
if (active() !== before) throw new Error('Rolled back, and still there.')
console.log(`\n${remote} needs nothing but its folder and the two packages.`)
if (keeps) console.log(`See ${place}`)
else rmSync(place, { recursive: true })
