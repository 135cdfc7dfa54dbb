import { existsSync } from 'node:fs'
import path from 'node:path'

/** This package's folder: in the workspace, in a release, whose programs lie elsewhere in it, or where a team installed it. */
export const platformFolder = (function upFrom(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : upFrom(path.dirname(folder))
})(import.meta.dirname)

/** False where this package was installed from its tarball: then there is one remote, and nothing else of the workspace. */
export const isWorkspace = !platformFolder.split(path.sep).includes('node_modules')

/** The folder that remotes lie in: the workspace's, or the one around a remote that is alone. */
export const root = isWorkspace ? path.resolve(platformFolder, '..') : path.dirname(process.cwd())

/** Settings of tools that all packages share; the tarball brings them along. */
export const toolFile = (name: string) => path.join(isWorkspace ? root : platformFolder, name)

const home = isWorkspace ? root : process.cwd()

/** What builds keep to be faster the next time. */
export const cacheFolder = path.join(home, 'node_modules', '.cache', 'multiball')

/** Names exactly the packages that others made. */
export const lockFile = path.join(home, 'package-lock.json')

/** Where published builds and the registry live. */
export const deployFolder = () => path.resolve(process.env.DEPLOY_DIR || path.join(home, 'deploy'))
