import { readFileSync } from 'node:fs'
import path from 'node:path'
import { embedFiles, type EmbedVersion } from '@multiball/shared/schema'
import { buildOf } from './packages'
import { deployFolder } from './paths'
import { compile, dropUnfinished, store } from './publish'
import { publishEmbed } from './registry/changes'
import { changeRegistry } from './registry/registryFile'
import { insideConfiguration, loadersConfiguration, type PinnedFile } from './webpack/embedConfiguration'
import { integrityOf } from './webpack/integrity'
import { provided } from './webpack/singletons'

/** Builds the embed, stores it and makes it the active version: first what runs inside, then the modules that name it. */
export async function publishEmbedPackage(version: string): Promise<void> {
  const deploy = deployFolder()
  const build = buildOf('embed', version)
  const pinned = (file: string): PinnedFile => ({
    src: `/r/embed/${version}/${file}`,
    integrity: integrityOf(readFileSync(path.join(build.folder, 'dist', file))),
  })
  const { page } = await compile(build, insideConfiguration(build))
  const [script, ...more] = page?.scripts ?? []
  if (!script || more.length > 0) throw new Error('The embed is one script; webpack made more of it')
  await compile(build, loadersConfiguration(build, { version, script: pinned(script.src), styles: page!.styles.map(pinned) }))
  const record: EmbedVersion = {
    files: Object.fromEntries(embedFiles.map((file) => [file, pinned(file)])) as EmbedVersion['files'],
    provides: provided(),
    publishedAt: new Date().toISOString(),
  }
  dropUnfinished(build, deploy)
  store(build, deploy)
  await changeRegistry(deploy, (registry) => publishEmbed(registry, version, record))
}
