import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Requires } from '@multiball/shared/schema'

const require = createRequire(import.meta.url)

interface PackageJson {
  name: string
  version: string
  exports?: Record<string, string>
}

export const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson

export const sharedFolder = path.dirname(require.resolve('@multiball/shared/package.json'))

/** Rooms that hold nothing: every build takes of them what it uses. A share keeps its whole namespace in the page. */
export const plainRooms = ['schema', 'glyphs', 'api', 'embedding'].map((room) => `@multiball/shared/${room}`)

/** The folder of a room, by its import name. */
export const folderOf = (room: string): string => path.join(sharedFolder, 'src', path.basename(room))

/** Rooms that live in the page only for tests. */
const unshared = ['@multiball/shared/testing', '@multiball/shared/package.json']

/** The rooms of `shared` that a page has once, by import name, from the `exports` of its package.json. */
export const rooms = Object.keys(readPackage(sharedFolder).exports ?? {})
  .map((subpath) => `@multiball/shared/${subpath.slice(2)}`)
  .filter((room) => !plainRooms.includes(room) && !unshared.includes(room))

/**
 * THE list of singletons: what exists once in a page, whoever loads it first. The prefix keys cover
 * subpaths such as react/jsx-runtime and react-dom/client.
 */
const frame = ['react', 'react/', 'react-dom', 'react-dom/', 'jotai', 'jotai/']
export const singletons = [...frame, ...rooms]

const versionOf = (name: string) => readPackage(path.dirname(require.resolve(`${name}/package.json`))).version
/** What a remote built here requires when its manifest says nothing. */
const rangeOf = (name: string, requires: Requires | undefined) =>
  name.startsWith('@multiball/shared/')
    ? (requires?.shared ?? `^${readPackage(sharedFolder).version}`)
    : `^${versionOf(name.replace(/\/$/, '')).split('.')[0]}.0.0`

/** The versions that a host built here provides; a remote's `requires` is checked against them. */
export const provided = () => ({ shared: readPackage(sharedFolder).version, react: versionOf('react') })

interface Share {
  singleton: true
  requiredVersion: string
  strictVersion: true
  import: false
}

/**
 * The `shared` option of module federation for a remote: each singleton must come from the page.
 * @param requires of its manifest: what the registry admits the runtime must not refuse
 */
export const shares = (requires?: Requires): Record<string, Share> =>
  Object.fromEntries(
    singletons.map((name) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion: rangeOf(name, requires), import: false },
    ]),
  )

/** The modules of the frame that pages provide, and their packages. */
const frameModules = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'react-dom/client': 'react-dom',
  jotai: 'jotai',
} as const

/** What a page brings along, each module with its version: the frame, and every room (the shell) or those that it names (the viewer). */
export function pageProvides(names: 'everything' | readonly string[]): Record<string, string> {
  const named = names === 'everything' ? rooms : names.map((room) => `@multiball/shared/${room}`)
  return {
    ...Object.fromEntries(Object.entries(frameModules).map(([module, name]) => [module, versionOf(name)])),
    ...Object.fromEntries(named.map((room) => [room, readPackage(sharedFolder).version])),
  }
}
