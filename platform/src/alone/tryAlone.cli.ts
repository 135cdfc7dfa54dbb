import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../paths'

/*
 * npm run first-hour -- [mf-NAME] [--keep] : docs/first-hour.md as a program. A remote's folder and the two tarballs go
 * into an empty folder; there it is installed, checked, built and published into a copy of the deploy folder. Takes a few
 * minutes and npm's cache or a network. DEPLOY_DIR is the deploy folder that is copied.
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
step('The tarballs', process.execPath, ['platform/run.mjs', 'platform/src/pack.cli.ts', path.join(place, 'packages')], root)
const tarballs = readdirSync(path.join(place, 'packages')).map((file) => path.join(place, 'packages', file))

step('Install', 'npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs])
step('Settings', 'npx', ['multiball', 'setup'])
step('Types', 'npm', ['run', '-s', 'types'])
step('Lint', 'npm', ['run', '-s', 'lint'])
step('Tests and contract', 'npm', ['test', '--silent'])
const before = active()
// So that there is something to publish.
const manifest = path.join(folder, 'package.json')
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "1.0.1"'))
step('Publish', 'npm', ['run', '-s', 'remotes', '--', 'publish'], folder, { DEPLOY_DIR: deploy })
if (active() === before || !existsSync(path.join(deploy, 'r', remote, active()))) throw new Error('Published, and not there.')
step('Roll back', 'npm', ['run', '-s', 'remotes', '--', 'rollback'], folder, { DEPLOY_DIR: deploy })
if (active() !== before) throw new Error('Rolled back, and still there.')
console.log(`\n${remote} needs nothing but its folder and the two tarballs.`)
if (keeps) console.log(`See ${place}`)
else rmSync(place, { recursive: true })
