import { buildAll, inOrderOfNeed, type Package } from './build/builders'
import { runCommand } from './command/commandLine'
import { oneBuildAtATime } from './build/oneBuildAtATime'
import { deployables, sourceVersion } from './build/packages'
import { deployFolder } from './disk/paths'
import { promote, promoteEmbed, addShell } from './registry/changes'
import { changeRegistry, readRegistry, isPublished, partOf } from './registry/registryFile'

/*
 * npm run build [-- NAME…] : brings the deploy folder up to the sources. Packages whose sources are published
 * already are left alone, so that a second start builds nothing.
 */

const isActive = ([name, version]: Package) => version === partOf(readRegistry(deployFolder()), name)?.active

const activate = ([name, version]: Package) =>
  changeRegistry(deployFolder(), (registry) => {
    if (name === 'shell') return addShell(registry, version, registry.shell!.versions[version]!)
    return name === 'embed' ? promoteEmbed(registry, version) : promote(registry, name, version)
  })

/** Says what has become live, and how long that took. */
async function live([name, version]: Package, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`  ${name} ${version} is live (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

const usage = `Usage: npm run build [-- NAME…]
  Builds what changed and makes it active for all visitors: everything, or only the remotes named, shell or embed.`

await runCommand(async () => {
  const names = process.argv.slice(2)
  // All of them first: of a name that is mistyped nothing is built.
  const wanted = (names.length > 0 ? names : inOrderOfNeed(deployables())).map((name): Package => [
    name,
    sourceVersion(name),
  ])
  await oneBuildAtATime(console.log, async () => {
    const published = wanted.filter(([name, version]) => isPublished(deployFolder(), name, version))
    for (const one of published) if (!isActive(one)) await live(one, () => activate(one))
    const missing = wanted.filter((one) => !published.includes(one))
    if (missing.length > 0)
      console.log(missing.length > 1 ? `Building ${missing.length} packages…` : `Building ${missing[0]!.join(' ')}…`)
    await buildAll(missing, live)
  })
}, usage)
