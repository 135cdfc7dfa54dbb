import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isInstalled } from '../../ensure.mjs'
import { isWorkspace, lockFile, platformFolder, root, toolFile } from '../disk/paths'
import { ChangeRefused } from '../command/refused'
import type { Build } from '../webpack/build'
import { readManifest } from '../webpack/manifest'
import { folderOf, plainRooms, readPackage, sharedFolder } from '../webpack/singletons'

/** What each page brings along for the remotes in it. */
const pages: Record<string, Build['page']> = {
  shell: {
    entry: './src/index.tsx',
    provides: 'everything',
    later: { rooms: ['pages', 'ui'], boards: ['boards', 'display', 'live'], forms: ['forms'] },
  },
  'mf-viewer': {
    entry: './src/page.tsx',
    provides: ['client', 'live', 'remotes', 'boards', 'display'],
    worker: './src/offline/worker.ts',
  },
  embed: {
    entry: './src/inside/page.ts',
    provides: ['client', 'live', 'remotes', 'boards', 'display'],
    isPieceByPiece: true,
  },
}

/** Names of the folders that are built and published: the shell, the embed and every mf-* with a remote.json; where a remote is alone, it. */
export const deployables = (): string[] => [
  ...(isWorkspace ? ['shell', 'embed'] : []),
  ...readdirSync(root).filter(
    (name) =>
      name.startsWith('mf-') &&
      existsSync(path.join(root, name, 'remote.json')) &&
      (isWorkspace || name === path.basename(process.cwd())),
  ),
]

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    if (/^(?:\..*|node_modules|dist|testing)$|\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(file)
    else yield file
  }
}

/** The packages of the lock file that others made: a new folder of this workspace changes no build. */
function lockedPackages(): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>
  }
  return JSON.stringify(
    Object.entries(packages).flatMap(([place, { version, integrity }]) =>
      integrity ? [[place, version, integrity]] : [],
    ),
  )
}

/**
 * The version that a package's sources make: its package.json's version and a hash of all that goes into
 * the build, tests aside, so that the same sources are the same version and a changed source never is.
 */
export function versionOf(name: string): string {
  const shared = pages[name] ? [path.join(sharedFolder, 'src')] : plainRooms.map(folderOf)
  const folders = [
    path.join(root, name),
    path.join(platformFolder, 'src/webpack'),
    path.join(platformFolder, 'src/settings'),
    ...shared,
  ]
  const hash = createHash('sha256')
  hash.update(lockedPackages())
  for (const file of [
    ...folders.flatMap((folder) => [...filesBelow(folder)]),
    toolFile('tsconfig.base.json'),
    path.join(platformFolder, 'src/build/packages.ts'),
    path.join(sharedFolder, 'package.json'),
  ]) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return `${readPackage(path.join(root, name)).version}-${hash.digest('hex').slice(0, 8)}`
}

/** @throws ChangeRefused where other packages are installed than those that go into a version's name */
export function mustBeInstalled(): void {
  if (isWorkspace && !isInstalled())
    throw new ChangeRefused(
      'The packages that are installed here are not those of package-lock.json, and a version would say that it has them. Install them: npm ci --ignore-scripts',
    )
}

/** A package of this workspace as a build. */
export const buildOf = (name: string, version: string): Build => ({
  folder: path.join(root, name),
  name,
  version,
  page: pages[name],
  ...(!['shell', 'embed'].includes(name) && { manifest: readManifest(path.join(root, name)) }),
})

/** The version that the sources of a package make whose name somebody typed. @throws ChangeRefused when there is no such package */
export function sourceVersion(name: string): string {
  if (!deployables().includes(name))
    throw new ChangeRefused(`${name || 'That'} is not a remote here. Remotes: ${deployables().join(', ') || 'none'}`)
  return versionOf(name)
}
