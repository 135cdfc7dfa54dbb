import { deployables, versionOf } from './packages'
import { deployFolder } from './paths'
import { ChangeRefused, promote, rollback, setEnabled } from './registry/changes'
import { isPublished } from './registry/published'
import { changeRegistry, readRegistry } from './registry/registryFile'

/* npm run remotes -- list | publish NAME | promote NAME VERSION | rollback NAME | disable NAME | enable NAME */

const usage = 'Usage: npm run remotes -- list | publish NAME | promote NAME VERSION | rollback NAME | disable NAME | enable NAME'

const [command, name = '', version = ''] = process.argv.slice(2)
const deploy = deployFolder()

function list() {
  const { rev, remotes } = readRegistry(deploy)
  console.log(`Registry rev ${rev} in ${deploy}`)
  for (const [remote, { enabled, active, lastGood, versions }] of Object.entries(remotes)) {
    const notes = [enabled ? 'on' : 'OFF', `active ${active}`, lastGood && `before ${lastGood}`, `${Object.keys(versions).length} kept`]
    console.log(`  ${remote.padEnd(18)} ${notes.filter(Boolean).join(', ')}`)
  }
}

async function publish() {
  if (!deployables().includes(name)) throw new ChangeRefused(`${name || 'That'} is no remote of this workspace. Remotes: ${deployables().join(', ')}`)
  const next = versionOf(name)
  if (isPublished(deploy, name, next)) throw new ChangeRefused(`${name} ${next} is already published: nothing in its sources changed.`)
  const { publishPackage } = await import('./publish')
  await publishPackage(name, next)
  console.log(`${name} ${next} is live for new visits. Take it back with: npm run remotes -- rollback ${name}`)
}

async function change(done: string, apply: Parameters<typeof changeRegistry>[1]) {
  const { rev } = await changeRegistry(deploy, apply)
  console.log(`${done} (registry rev ${rev})`)
}

const commands: Record<string, () => void | Promise<void>> = {
  list,
  publish,
  promote: () => change(`${name} runs ${version} for new visits`, (registry) => promote(registry, name, version)),
  rollback: () => change(`${name} is back on the version before`, (registry) => rollback(registry, name)),
  disable: () => change(`${name} is switched off`, (registry) => setEnabled(registry, name, false)),
  enable: () => change(`${name} is switched on`, (registry) => setEnabled(registry, name, true)),
}

try {
  const run = commands[command ?? '']
  if (!run) throw new ChangeRefused(usage)
  await run()
} catch (error) {
  if (!(error instanceof ChangeRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
