import { runCommand } from './commandLine'
import { deployables, sourceVersion } from './packages'
import { deployFolder } from './paths'
import { promote, promoteEmbed, publishShell } from './registry/changes'
import { changeRegistry, readRegistry, isPublished, partOf } from './registry/registryFile'

/*
 * npm run build [-- NAME…] : brings the deploy folder up to the sources. Packages whose sources are published
 * already are left alone, so that a second start builds nothing.
 */

const isActive = (name: string, version: string) => version === partOf(readRegistry(deployFolder()), name)?.active

const activate = (name: string, version: string) =>
  changeRegistry(deployFolder(), (registry) => {
    if (name === 'shell') return publishShell(registry, version, registry.shell!.versions[version]!)
    return name === 'embed' ? promoteEmbed(registry, version) : promote(registry, name, version)
  })

async function build(name: string, version: string): Promise<void> {
  if (isActive(name, version) && isPublished(deployFolder(), name, version)) return
  const startedAt = performance.now()
  if (isPublished(deployFolder(), name, version)) await activate(name, version)
  else {
    console.log(`Building ${name} ${version}…`)
    // Webpack is loaded only when there is something to build: it costs a second.
    const { publishPackage } = await import('./publish')
    await publishPackage(name, version)
  }
  console.log(`  ${name} ${version} is live (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

await runCommand(async () => {
  const names = process.argv.slice(2)
  // All of them first: of a name that is mistyped nothing is built.
  const wanted = (names.length > 0 ? names : deployables()).map((name) => [name, sourceVersion(name)] as const)
  for (const [name, version] of wanted) await build(name, version)
})
