import { StartError } from '../../startError'
import { run } from './run'
import type { SystemUser } from './run'

const name = 'multiball'

const isRoot = () => process.getuid?.() === 0

async function find(): Promise<SystemUser | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

// shadow-utils, Debian's script, BusyBox
const creations: [string, string[]][] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name]],
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

/** Whether a user can enter this folder, whatever lies on the way to it. */
export async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)).code === 0
}
