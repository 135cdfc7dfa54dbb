import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../process/startError'
import { ifMissing } from './missing'
import { run, type SystemUser } from './run'

/** Where the database of a DATA_DIR lies, and who it belongs to. */
export interface DatabaseFolder {
  /** holds `cluster` and its log */
  folder: string
  /** whom PostgreSQL runs as; undefined: ourselves */
  user: SystemUser | undefined
  /** for copies of PostgreSQL's programs */
  copies: string
}

/** What only root can have: folders that the system user reaches. */
const systemFolder = '/var/lib/multiball'

const pointerName = 'postgres-location'

const textOf = (file: string) => readFile(file, 'utf8').then((text) => text.trim(), ifMissing(undefined))

/** Refuses a DATA_DIR that was copied: both would write to the one database that they point to. */
async function checkPointer(dataFolder: string, folder: string) {
  const owner = await textOf(path.join(folder, 'belongs-to'))
  if (owner === undefined) {
    throw new StartError(
      `The database of ${dataFolder} should lie in ${folder}, but it is not there.\nPut it back, or delete ${path.join(dataFolder, pointerName)} to start with an empty one.`,
    )
  }
  if (owner === dataFolder) return
  if ((await textOf(path.join(owner, pointerName))) === folder) {
    throw new StartError(
      `${dataFolder} is a copy of ${owner}: both would use the database in ${folder}.\nDelete ${path.join(dataFolder, pointerName)} to start the copy with an empty one.`,
    )
  }
  await writeFile(path.join(folder, 'belongs-to'), `${dataFolder}\n`)
}

/** Keeps what an earlier DATA_DIR of the same path left behind, out of the way: someone who deleted it wants an empty one. */
async function setAside(folder: string) {
  const isThere = (file: string) => stat(path.join(folder, file)).then(() => true, ifMissing(false))
  if (!(await isThere('cluster'))) return
  if (await isThere('cluster/postmaster.pid')) {
    throw new StartError(
      `A database that an earlier DATA_DIR left in ${folder} is still running, or was not stopped in order.\nStop it, or delete ${folder}.`,
    )
  }
  await rename(folder, `${folder}-left-${Date.now()}`)
}

/** Where the embedded database of a DATA_DIR lies that has been started there. */
export const databaseFolder = async (dataFolder: string): Promise<string> =>
  (await textOf(path.join(dataFolder, pointerName))) ?? path.join(dataFolder, 'postgres')

/** Finds or makes the database folder of a DATA_DIR (which must exist). Throws StartError when it cannot be used. */
export async function findDatabaseFolder(givenFolder: string): Promise<DatabaseFolder> {
  const dataFolder = await realpath(givenFolder)
  const inside = path.join(dataFolder, 'postgres')
  const user = await systemUser()
  if (!user) return { ...(await ownFolder(dataFolder, inside)), copies: dataFolder }

  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  const pointed = await textOf(path.join(dataFolder, pointerName))
  if (pointed) {
    await checkPointer(dataFolder, pointed)
    const owner = await ownerOf(pointed, user)
    await letIn(owner, systemFolder)
    return { folder: pointed, user: owner, copies: systemFolder }
  }
  const isReachable = await canEnter(dataFolder, user)
  const isThere = await stat(inside).then(() => true, ifMissing(false))
  if (isThere && !isReachable) {
    throw new StartError(
      `The database in ${inside} cannot be reached by the system user that PostgreSQL runs as.\nMove DATA_DIR out of private folders, or open the folders above it (chmod o+x).`,
    )
  }
  const folder = isReachable
    ? inside
    : path.join(systemFolder, `data-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`)
  if (!isReachable) await setAside(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = await ownerOf(folder, user)
  await chown(folder, owner.uid, owner.gid)
  await letIn(owner, systemFolder)
  if (!isReachable) {
    await writeFile(path.join(folder, 'belongs-to'), `${dataFolder}\n`)
    await writeFile(path.join(dataFolder, pointerName), `${folder}\n`)
  }
  return { folder, user: owner, copies: systemFolder }
}

async function ownFolder(dataFolder: string, inside: string): Promise<Pick<DatabaseFolder, 'folder' | 'user'>> {
  const pointed = await textOf(path.join(dataFolder, pointerName))
  const folder = pointed ?? inside
  if (!pointed) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid } = await lstat(folder).catch(ifMissing({ uid: 0 }))
  if (uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${folder} belongs to another user (${uid}). Start Multiball as root, or as that user.`,
    )
  }
  return { folder, user: undefined }
}

/** A database that an ordinary user began is gone on with as that user. */
async function ownerOf(folder: string, user: SystemUser): Promise<SystemUser> {
  const { uid, gid } = await stat(folder)
  return uid === 0 ? user : { uid, gid }
}

const name = 'multiball'

const isRoot = () => process.getuid?.() === 0

async function find(): Promise<SystemUser | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

// shadow-utils, Debian's script, BusyBox
const creations: [string, string[]][] = [
  [
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ],
  ],
  ['adduser', ['--system', '--group', '--no-create-home', '--home', '/nonexistent', name]],
  ['adduser', ['-S', '-D', '-H', name]],
]

/**
 * The user that PostgreSQL runs as: undefined for our own. PostgreSQL refuses to run as root, so root uses a system
 * user that is made on first use. Throws StartError when that is impossible.
 */
export async function systemUser(): Promise<SystemUser | undefined> {
  if (!isRoot()) return undefined
  const existing = await find()
  if (existing) return existing
  const complaints: string[] = []
  for (const [program, parameters] of creations) {
    const { code, output } = await run(program, parameters)
    const made = await find()
    if (made) return made
    complaints.push(`${program}: ${output.trim() || `exit code ${code}`}`)
  }
  throw new StartError(
    `PostgreSQL cannot run as root, and the system user "${name}" could not be made (${complaints.join('; ')}).\n` +
      'Start Multiball as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Whether a user can enter this folder, whatever the folders above it allow. */
async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)).code === 0
}

/** The Debian package has the same folder for its data, and keeps all others out. */
async function letIn(user: SystemUser, folder: string): Promise<void> {
  if (!(await canEnter(folder, user))) await chmod(folder, 0o755)
}
