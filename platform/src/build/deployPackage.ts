import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { embedFiles } from '@multiball/shared/schema'
import type { EmbedVersion, PageAssets, PublishedBoardType, Registry, RemoteVersion } from '@multiball/shared/schema'
import type { Configuration } from 'webpack'
import { artefactProblems } from '../contract/artefact'
import { filesIn } from '../contract/deployed'
import { cachedVersions, writeDeltas } from './deltas'
import { buildOf, mustBeInstalled } from './packages'
import { writeFileHashes, integrityOf } from '../disk/fileHashes'
import { deployFolder } from '../disk/paths'
import { holdBoardType, readSettings } from '../registry/boardTypes'
import { addVersion, addEmbed, addShell } from '../registry/changes'
import { ChangeRefused } from '../command/refused'
import { hostPages } from '../registry/hostPages'
import { mustBeCompatible } from '../registry/mustBeLoadable'
import { checkPaths } from '../registry/paths'
import { changeRegistry, isPublished, mapsName, readRegistry } from '../registry/registryFile'
import { runWebpack, type Build } from '../webpack/build'
import type { BuildRecord } from '../webpack/BuildRecordPlugin'
import { configuration, workerConfiguration, workerFile } from '../webpack/configuration'
import {
  federatedConfiguration,
  insideConfiguration,
  loadersConfiguration,
  type InsideFiles,
  type PinnedFile,
} from '../webpack/embedConfiguration'
import { pageConfiguration } from '../webpack/pageConfiguration'
import { provided } from '../webpack/singletons'
import { writeSettings } from '../settings/buildSettings'
import { withPlace } from '../disk/diskErrors'

/** Runs webpack; answers what the build left behind. @throws with the compiler's words when it fails */
async function compile(build: Build, settings: Configuration): Promise<BuildRecord> {
  await runWebpack(settings)
  return JSON.parse(readFileSync(path.join(build.folder, 'dist', 'build.json'), 'utf8')) as BuildRecord
}

/** Builds a package that is a remote, a page, or both. */
async function compileParts(build: Build): Promise<BuildRecord> {
  const remote = build.manifest && (await compile(build, configuration(build)))
  const page = build.page && (await compile(build, pageConfiguration(build)))
  const record = { ...page, ...remote } as BuildRecord
  writeFileSync(path.join(build.folder, 'dist', 'build.json'), JSON.stringify(record, null, 2))
  return record
}

/** Builds the service worker of a page that has one; answers its file. */
async function compileWorker(build: Build): Promise<string | undefined> {
  if (!build.page?.worker) return undefined
  await compile(build, workerConfiguration(build))
  return readdirSync(path.join(build.folder, 'dist')).find((file) => workerFile.test(file))
}

/** Paths of a build's files as the server serves them. */
const addresses = (name: string, version: string) => (file: string) => `/r/${name}/${version}/${file}`

const pageAssets = (page: PageAssets, address: (file: string) => string): PageAssets => ({
  scripts: page.scripts.map(({ src, integrity }) => ({ src: address(src), integrity })),
  preload: page.preload.map(address),
  styles: page.styles.map(address),
})

interface Extras {
  /** the file of its service worker */
  worker?: string
  /** of the board type that it brings along */
  settings?: PublishedBoardType['settings']
}

function remoteVersion(
  { name, version, manifest }: Build,
  record: BuildRecord,
  { worker, settings }: Extras,
): RemoteVersion {
  const address = addresses(name, version)
  if (!manifest || !record.entry) throw new Error(`${name} is not a remote`)
  const { routes, navigation, display, boardType, home, page, requires } = manifest
  return {
    entry: { src: address(record.entry.src), integrity: record.entry.integrity },
    exposes: Object.fromEntries(
      Object.entries(record.exposes).map(([expose, { scripts, styles }]) => [
        expose,
        { scripts: scripts.map(address), styles: styles.map(address) },
      ]),
    ),
    requires,
    routes,
    ...(navigation && { navigation }),
    ...(display && { display }),
    ...(home && { home }),
    ...(boardType &&
      settings && { boardType: { ...boardType, settings: { ...settings, src: address(settings.src) } } }),
    ...(page &&
      record.page && {
        page: {
          path: page,
          assets: pageAssets(record.page, address),
          provides: provided(),
          ...(worker && { worker: address(worker) }),
        },
      }),
    publishedAt: new Date().toISOString(),
  }
}

/** Writes brotli and gzip beside every text file, so that nothing is compressed while a request waits. */
function precompress(folder: string) {
  for (const file of readdirSync(folder).filter((name) => /\.(?:js|css|json)$/.test(name))) {
    const bytes = readFileSync(path.join(folder, file))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

/** Moves a build's source maps out of what is served, compressed, to where only the server reads them. */
function storeMaps(draft: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(draft).filter((name) => name.endsWith('.map'))) {
    writeFileSync(path.join(target, `${file}.gz`), gzipSync(readFileSync(path.join(draft, file)), { level: 9 }))
    rmSync(path.join(draft, file))
  }
}

/** Puts a finished build into its immutable folder. */
export async function store(
  { folder, name, version }: Pick<Build, 'folder' | 'name' | 'version'>,
  deploy: string,
): Promise<void> {
  const target = path.join(deploy, 'r', name, version)
  if (existsSync(target))
    throw new ChangeRefused(`${name} ${version} is already published, and published versions never change.`)
  const draft = `${target}.draft`
  rmSync(draft, { recursive: true, force: true })
  try {
    cpSync(path.join(folder, 'dist'), draft, { recursive: true })
    storeMaps(draft, path.join(deploy, mapsName, name, version))
    writeFileHashes(draft)
    precompress(draft)
    await writeDeltas(draft, cachedVersions(deploy, readRegistry(deploy), name))
    // One rename, so that nobody is ever served half a version.
    renameSync(draft, target)
  } catch (error) {
    throw withPlace(error, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A folder without its registry line is what an interrupted publish leaves. */
function dropUnfinished({ name, version }: Build, deploy: string): void {
  if (!isPublished(deploy, name, version))
    rmSync(path.join(deploy, 'r', name, version), { recursive: true, force: true })
}

/** @throws ChangeRefused when what was built breaks the contract */
function holdToContract({ folder, name, version }: Build, built: RemoteVersion, deploy: string) {
  const problems = artefactProblems(built, filesIn(path.join(folder, 'dist')), hostPages(readRegistry(deploy)))
  if (problems.length > 0)
    throw new ChangeRefused(
      `${name} ${version} was built and not published:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
}

interface DeployOptions {
  /** share of the visitors, as for addVersion */
  percent?: number
  /** what was built is checked first, against the contract and against what is published */
  isChecked?: boolean
}

/** Builds a package, stores it and adds it to the registry, as the active version unless `percent` says less. */
export async function deployPackage(
  name: string,
  version: string,
  { percent = 100, isChecked = false }: DeployOptions = {},
): Promise<void> {
  mustBeInstalled()
  if (name === 'embed') return deployEmbed(version)
  const deploy = deployFolder()
  const build = buildOf(name, version)
  // Before minutes of work, whose end it would be.
  if (isChecked && build.manifest) checkPaths(readRegistry(deploy), name, build.manifest.routes)
  const record = await compileParts(build)
  const extras = { worker: await compileWorker(build), settings: await writeSettings(build.folder, build.manifest) }
  const remote = name === 'shell' ? undefined : remoteVersion(build, record, extras)
  if (isChecked && remote) holdToContract(build, remote, deploy)
  const address = addresses(name, version)
  // Its own lie where they were built.
  const placeOf = (src: string) =>
    src.startsWith(address('')) ? path.join(build.folder, 'dist', path.basename(src)) : path.join(deploy, src)
  const shell = () => ({
    assets: pageAssets(record.page!, address),
    provides: { shell: version.split('-')[0]!, ...provided() },
    publishedAt: new Date().toISOString(),
  })
  const add = (registry: Registry): Registry => {
    if (isChecked && remote) holdBoardType(registry, name, remote, (type) => readSettings(type, placeOf))
    const after = remote ? addVersion(registry, name, version, remote, percent) : addShell(registry, version, shell())
    if (isChecked) mustBeCompatible(after, name, version)
    return after
  }
  add(readRegistry(deploy))
  dropUnfinished(build, deploy)
  await store(build, deploy)
  // With the same checks again, since another change may have come first.
  await changeRegistry(deploy, add)
}

/** Builds the embed, stores it and makes it the active version: first what runs inside, then the modules and the remote that name it. */
async function deployEmbed(version: string): Promise<void> {
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
  await store(build, deploy)
  await changeRegistry(deploy, (registry) => addEmbed(registry, version, record))
}
