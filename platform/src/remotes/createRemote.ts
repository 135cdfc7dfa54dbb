import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { RemoteName } from '@multiball/shared/schema'
import * as v from 'valibot'
import { ensureInstalled, isInstalled } from '../../ensure.mjs'
import { root } from '../disk/paths'
import { ChangeRefused } from '../command/refused'
import { addressOf, mustNotBeReserved } from '../registry/paths'
import { readManifest } from '../webpack/manifest'
import { readPackage } from '../webpack/singletons'
import { namesOf, scaffold, type ScaffoldOptions } from './scaffold'

/** Who has this path already. */
function ownerOf(pathname: string): string | undefined {
  const others = readdirSync(root).filter(
    (name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'remote.json')),
  )
  return others.find((name) =>
    readManifest(path.join(root, name)).routes.some((route) => addressOf(route.path) === pathname),
  )
}

/** @throws ChangeRefused when no remote may be called so */
function check(name: string): void {
  if (!v.is(RemoteName, name))
    throw new ChangeRefused(
      `The name of a remote is mf- followed by lower case letters, digits and hyphens, such as mf-prizes; not ${name || 'nothing'}.`,
    )
  if (existsSync(path.join(root, name)))
    throw new ChangeRefused(`The folder ${name} already exists. Choose another name.`)
  const { path: pathname } = namesOf(name)
  mustNotBeReserved(name, pathname)
  const owner = ownerOf(pathname)
  if (owner) throw new ChangeRefused(`${pathname} belongs to ${owner}. Choose another name.`)
}

/**
 * Writes the files of a remote, by their paths in its folder, in the form that lint asks for: where a line is broken depends
 * on how long the remote's name is.
 */
export function writeFormatted(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const prettier = createRequire(import.meta.url).resolve('prettier/bin/prettier.cjs')
  const options = ['--write', '--log-level=error', '--config', path.join(root, '.prettierrc.json')]
  spawnSync(process.execPath, [prettier, ...options, folder], { cwd: root, stdio: 'inherit' })
}

/**
 * Makes a new remote in a folder of its own; no other folder changes but for the lock file, which names every package.
 * @throws ChangeRefused with what to do
 */
export async function createRemote(name: string, options: ScaffoldOptions, say: (line: string) => void): Promise<void> {
  check(name)
  const shared = readPackage(path.join(root, 'shared')) as ReturnType<typeof readPackage> & {
    dependencies: Record<string, string>
  }
  const pins = {
    shared: shared.version,
    platform: readPackage(path.join(root, 'platform')).version,
    react: shared.dependencies.react!,
    jotai: shared.dependencies.jotai!,
    valibot: shared.dependencies.valibot!,
  }
  // Its form is prettier's, and what follows tries it.
  ensureInstalled({ dev: true })
  const files = scaffold(name, pins, options)
  writeFormatted(path.join(root, name), files)
  for (const file of Object.keys(files)) say(`  ${name}/${file}`)

  say('Adding it to package-lock.json (npm install --package-lock-only --ignore-scripts)…')
  const wasInstalled = isInstalled()
  const { status } = spawnSync(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    throw new ChangeRefused(
      `${name} is created, but npm could not add it to package-lock.json; it says why above. Then run: npm install --package-lock-only --ignore-scripts`,
    )
  // It asks for nothing new: a link is all that an installation would add.
  if (wasInstalled) linkPackage(root, name)

  say(`${name} is made. Go on with:
  npx jest ${name}
  npm run remotes -- publish ${name}
Its words are in ${name}/remote.json, ${options.isBoardType ? `what an owner can choose in ${name}/src/settings.ts` : `its first page in ${name}/src/pages`}. Commit package-lock.json with it.`)
}

/** Makes a folder of the workspace known by its package name, as an installation does. */
export function linkPackage(root: string, folder: string): void {
  const link = path.join(root, 'node_modules/@multiball', folder)
  mkdirSync(path.dirname(link), { recursive: true })
  if (!existsSync(link))
    symlinkSync(
      path.relative(path.dirname(link), path.join(root, folder)),
      link,
      process.platform === 'win32' ? 'junction' : 'dir',
    )
}
