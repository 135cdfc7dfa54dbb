import { cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { embedFiles, type EmbedVersion } from '@multiball/shared/schema'
import { buildOf } from './packages'
import { deployFolder } from './paths'
import { compile, dropUnfinished, store } from './publish'
import { publishEmbed } from './registry/changes'
import { changeRegistry } from './registry/registryFile'
import { federatedConfiguration, insideConfiguration, loadersConfiguration, type InsideFiles, type PinnedFile } from './webpack/embedConfiguration'
import { integrityOf } from './webpack/integrity'
import { provided } from './webpack/singletons'

/** Builds the embed, stores it and makes it the active version: first what runs inside, then the modules and the remote that name it. */
export async function publishEmbedPackage(version: string): Promise<void> {
  const deploy = deployFolder()
  const build = buildOf('embed', version)
  const dist = path.join(build.folder, 'dist')
  const pinned = (file: string): PinnedFile => ({
    src: `/r/embed/${version}/${file}`,
    integrity: integrityOf(readFileSync(path.join(dist, file))),
  })
  const { page } = await compile(build, insideConfiguration(build))
  const [script, ...more] = page?.scripts ?? []
  if (!script || more.length > 0) throw new Error('The embed is one script; webpack made more of it')
  const inside: InsideFiles = { version, script: pinned(script.src), styles: page!.styles.map(pinned) }
  await compile(build, loadersConfiguration(build, inside))
  await compile(build, federatedConfiguration(build, inside))
  // Packed by then, as @mf-types.zip.
  rmSync(path.join(dist, '@mf-types'), { recursive: true, force: true })
  cpSync(path.join(build.folder, 'types'), dist, { recursive: true })
  const record: EmbedVersion = {
    files: Object.fromEntries(embedFiles.map((file) => [file, pinned(file)])) as EmbedVersion['files'],
    provides: provided(),
    publishedAt: new Date().toISOString(),
  }
  dropUnfinished(build, deploy)
  store(build, deploy)
  await changeRegistry(deploy, (registry) => publishEmbed(registry, version, record))
}
