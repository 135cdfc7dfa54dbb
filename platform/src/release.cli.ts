import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { argumentsOf, mustEnd, runCommand, typedPath } from './command/commandLine'
import { deployables, mustBeInstalled, versionOf } from './build/packages'
import { deployFolder, lockFile, root } from './disk/paths'
import { ChangeRefused } from './command/refused'
import { mapsName, partOf, readRegistry } from './registry/registryFile'
import { bundlePrograms } from './release/bundle'
import { closureOf, findPackage } from './release/closure'
import type { LockedPackage, LockedPackages, Platform } from './release/closure'
import { buildDebianPackage } from './release/debian'
import { deliver } from './release/deliver'
import { licenceProblems, licencesText } from './release/licences'
import { nativeLibraries, withNative } from './release/native'
import { copyPackages } from './release/packages'
import { provenanceOf, readReleaseKey, signed } from './release/provenance'
import { isTested } from './release/tested'
import { temporaryFolder } from './disk/temporaryFolder'
import { versionOfSources } from './release/version'

/*
 * npm run release [-- FOLDER] [--cpu x64|arm64] [--deb] [--tree] : the server with its pages, ready to run with Node alone, as
 * multiball-VERSION-linux-CPU.tar.gz with a list of all that is in it (SBOM) and of what it was made
 * of (provenance) beside it, the latter signed if RELEASE_KEY_FILE names an Ed25519 key. FOLDER is ./release by default. --deb makes
 * a Debian package, too; --tree leaves only the folder, for an image.
 */

const json = <Shape>(file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Shape

/** @throws ChangeRefused when it failed; with what it printed */
function tool(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new ChangeRefused(`${program} failed:\n${error?.message ?? stderr}`)
  return stdout
}

/** The pages that the sources make, and nothing else that the deploy folder may hold. */
async function addPages(target: string): Promise<void> {
  tool(process.execPath, ['platform/run.mjs', 'platform/src/build.cli.ts'], root)
  const registry = readRegistry(deployFolder())
  const missing = deployables().filter((name) => partOf(registry, name)?.active !== versionOf(name))
  if (missing.length > 0) throw new ChangeRefused(`${missing.join(', ')} could not be built from these sources.`)
  const own = Object.fromEntries(Object.entries(registry.remotes).filter(([name]) => deployables().includes(name)))
  const shipped = path.join(target, 'deploy')
  const stage = temporaryFolder('pages')
  try {
    for (const kind of ['r', mapsName])
      cpSync(path.join(deployFolder(), kind), path.join(stage, kind), { recursive: true })
    writeFileSync(path.join(stage, 'registry.json'), JSON.stringify({ ...registry, remotes: own }))
    await deliver(stage, shipped, () => {})
    keepOnce(shipped)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

/** Files of the same content become one with several names: dashboard, viewers and embeds each bring the fonts. */
function keepOnce(folder: string): void {
  const first = new Map<string, string>()
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    const file = path.join(parentPath, name)
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
    const same = first.get(hash)
    if (same === undefined) first.set(hash, file)
    else {
      rmSync(file)
      linkSync(same, file)
    }
  }
}

/** Everything that runs, in a folder. */
async function writeTree(
  target: string,
  platform: Platform,
  { version, commit }: Pick<ReturnType<typeof versionOfSources>, 'version' | 'commit'>,
): Promise<void> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: LockedPackages }
  const loaded = await bundlePrograms(target)
  const undeclared = loaded.server.filter(
    (name) => !closureOf(packages, ['server'], platform).includes(findPackage(packages, 'server', name) ?? ''),
  )
  if (undeclared.length > 0)
    throw new ChangeRefused(
      `The server loads ${undeclared.join(', ')}: put ${undeclared.length === 1 ? 'it' : 'them'} into "dependencies" of server/package.json.`,
    )
  const ofCommands = [
    ...loaded.platform.map((name) => findPackage(packages, 'platform', name)!),
    ...loaded.bridge.map((name) => findPackage(packages, 'bridge', name)!),
  ]
  const places = closureOf(packages, ['server', ...ofCommands], platform)
  const workspaces = ['server', 'shared', ...deployables()]
  const all = [...new Set([...places, ...closureOf(packages, workspaces, platform)])].sort()
  const problems = licenceProblems(packages, all)
  if (problems.length > 0) throw new ChangeRefused(problems.join('\n'))

  copyPackages(packages, places, target)
  await addPages(target)
  const { devDependencies: _tests, ...manifest } = json<
    Record<string, unknown> & { dependencies: Record<string, string> }
  >('server/package.json')
  // What is of this workspace is inside the programs.
  const {
    '@multiball/shared': sharedVersion,
    '@multiball/platform': _registry,
    ...dependencies
  } = manifest.dependencies
  writeFileSync(
    path.join(target, 'server/package.json'),
    `${JSON.stringify({ ...manifest, version, commit, sharedVersion, dependencies }, null, 2)}\n`,
  )
  for (const folder of ['platform', 'bridge'])
    writeFileSync(path.join(target, folder, 'package.json'), '{ "type": "module" }\n')
  cpSync(path.join(root, 'server/data'), path.join(target, 'server/data'), { recursive: true })
  mkdirSync(path.join(target, 'bin'))
  cpSync(path.join(root, 'packaging/multiball.mjs'), path.join(target, 'bin/multiball.mjs'))
  cpSync(path.join(root, 'packaging/multiball.start.sh'), path.join(target, 'bin/multiball'))
  for (const file of ['multiball.service', 'multiball.env', 'multiball-bridge@.service', 'bridge.env'])
    cpSync(path.join(root, 'packaging', file), path.join(target, 'packaging', file))
  // README.md sends operators to all of docs, and docs/operating.md to ops.
  const documents = readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
  for (const file of ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'ops', ...documents])
    cpSync(path.join(root, file), path.join(target, file), { recursive: true })
  writeFileSync(path.join(target, 'LICENSES.txt'), licencesText(packages, all))
  writeFileSync(
    path.join(target, 'sbom.cdx.json'),
    withNative(
      sbom(packages, workspaces, all, version),
      nativeLibraries(places, (place) => path.join(target, place)),
    ),
  )
  tool('find', ['.', '-type', 'd', '-empty', '-delete'], target)
  tool('chmod', ['-R', 'u=rwX,go=rX', '.'], target)
  tool('chmod', ['755', 'bin/multiball', 'bin/multiball.mjs'], target)
}

/** All packages that reach a server or a page, in CycloneDX as npm writes it of a lock file that has nothing else. */
function sbom(
  packages: LockedPackages,
  workspaces: readonly string[],
  places: readonly string[],
  version: string,
): string {
  const { name, license } = json<Record<string, string>>('package.json')
  const own = { name, version, license, workspaces }
  // Peers are there or are not needed; npm would refuse those that only a tool of the workspace has, in another version.
  const alone = (place: string) => {
    const {
      peerDependencies: _peers,
      devDependencies: _tools,
      ...locked
    } = packages[place] as LockedPackage & { devDependencies?: unknown }
    return [
      place,
      {
        ...locked,
        dependencies: Object.fromEntries(
          Object.entries(locked.dependencies ?? {}).filter(([name]) => !isLeftOut(place, name)),
        ),
      },
    ]
  }
  // Of platform, a program has the few functions that it calls, and none of platform's packages.
  const isLeftOut = (place: string, name: string) => {
    const link = packages[findPackage(packages, place, name) ?? ''] as
      (LockedPackage & { resolved?: string }) | undefined
    return link?.link === true && !workspaces.includes(link.resolved ?? '')
  }
  const links = Object.keys(packages).filter(
    (place) => packages[place]!.link && workspaces.includes((packages[place] as { resolved?: string }).resolved ?? ''),
  )
  const stage = temporaryFolder('sbom')
  try {
    writeFileSync(path.join(stage, 'package.json'), JSON.stringify(own))
    writeFileSync(
      path.join(stage, 'package-lock.json'),
      JSON.stringify({
        ...own,
        lockfileVersion: 3,
        packages: { '': own, ...Object.fromEntries([...workspaces, ...links, ...places].map(alone)) },
      }),
    )
    return tool(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
      stage,
    )
  } finally {
    rmSync(stage, { recursive: true })
  }
}

const usage = `Usage: npm run release [-- FOLDER] [--cpu x64|arm64] [--deb] [--tree]
  Makes a release for Linux in FOLDER, ./release by default.
  --cpu x64|arm64   for that processor, and not for the one of this machine
  --deb             a Debian package, too
  --tree            only the folder, for an image
  RELEASE_KEY_FILE  an Ed25519 key that signs what the release was made of`

await runCommand(async () => {
  const { words, options } = argumentsOf(process.argv.slice(2), { cpu: true, deb: false, tree: false })
  mustEnd(words, 1)
  const cpu = options.cpu ?? process.arch
  if (!['x64', 'arm64'].includes(cpu)) throw new ChangeRefused(`--cpu is x64 or arm64, not ${cpu}.`)
  // Before minutes of work, whose end it would be.
  mustBeInstalled()
  const key = readReleaseKey(process.env.RELEASE_KEY_FILE)
  const folder = words[0] === undefined ? path.resolve('release') : typedPath(words[0])
  // Every file of two releases of the same sources has the same time, so that the archives are the same.
  const { version, commit, isChanged, time, doubt } = versionOfSources(root)
  if (doubt) throw new ChangeRefused(`${doubt} Nothing was made: a version stands for one commit.`)
  // An image is built of the sources alone, where nothing can have been tested.
  const isRelease = !version.includes('-dev.') && options.tree === undefined
  if (isRelease && !isTested(root, commit))
    throw new ChangeRefused(`Nothing was made: ${version} has not passed here. Run npm run test:all first.`)
  const name = `multiball-${version}`
  const tree = path.join(folder, name)
  const unfinished = `${tree}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const clearAway = () => rmSync(unfinished, { recursive: true, force: true })
  process.once('exit', clearAway)
  try {
    await writeTree(unfinished, { os: 'linux', cpu }, { version, commit })
    rmSync(tree, { recursive: true, force: true })
    renameSync(unfinished, tree)
  } finally {
    clearAway()
  }
  if (options.tree !== undefined) return console.log(`  ${tree}`)
  const archive = path.join(folder, `${name}-linux-${cpu}.tar.gz`)
  tool(
    'tar',
    [
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '-I',
      'gzip -9n',
      '-cf',
      archive,
      name,
    ],
    folder,
  )
  cpSync(path.join(tree, 'sbom.cdx.json'), path.join(folder, `${name}-linux-${cpu}.cdx.json`))
  const made = [
    archive,
    ...(options.deb === undefined ? [] : [buildDebianPackage({ tree, folder, version, cpu, time, tool })]),
  ]
  const command = ['npm', 'run', 'release', '--', '--cpu', cpu, ...(options.deb === undefined ? [] : ['--deb'])]
  const statement = provenanceOf({ files: made, lockFile, commit, isChanged, command, node: process.version })
  const provenance = path.join(folder, `${name}-linux-${cpu}.intoto.${key ? 'dsse.json' : 'json'}`)
  writeFileSync(provenance, `${key ? signed(statement, key) : statement}\n`)
  if (!key) console.log(`  ${provenance} is not signed: RELEASE_KEY_FILE names no key.`)
  writeFileSync(
    path.join(folder, `${name}-linux-${cpu}.sha256`),
    tool(
      'sha256sum',
      made.map((file) => path.basename(file)),
      folder,
    ),
  )
  for (const file of made) console.log(`  ${file} (${Math.round(statSync(file).size / 1e6)} MB)`)
}, usage)
