import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/*
 * Our own, and not proper-lockfile: that one takes a lock for stale by its age, which a process that is stopped for a while
 * loses to another one; here a pid and its beginning say whether its holder lives, at once, and commands read its port.
 */

/** Who uses a DATA_DIR at the moment. */
export interface Holder {
  pid: number
  /** when that process began, in the system's own ticks: a pid alone may be somebody else's by now */
  began: string
  role: 'server' | 'command'
  /** of its PostgreSQL, once that is up */
  port?: number
}

export interface Lock {
  /** lets commands know where the database listens */
  announce(port: number): Promise<void>
  release(): void
}

export const lockName = 'multiball.lock'

/** The beginning of a process on Linux; elsewhere only whether it lives. Undefined when it is gone. */
function beginningOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  try {
    // The name in parentheses may contain anything; the beginning is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return process.platform === 'linux' ? undefined : ''
  }
}

const isAlive = ({ pid, began }: Holder) => beginningOf(pid) === began

async function read(file: string): Promise<{ text: string; holder: Holder | undefined } | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const holder = JSON.parse(text) as Holder
    return { text, holder: Number.isInteger(holder.pid) ? holder : undefined }
  } catch {
    return { text, holder: undefined }
  }
}

/** The living holder of a DATA_DIR, if there is one. */
export async function holderOf(dataFolder: string): Promise<Holder | undefined> {
  const found = await read(path.join(dataFolder, lockName))
  return found?.holder && isAlive(found.holder) ? found.holder : undefined
}

/** False when the file is there already. Throws on a disk that takes no links: waiting for it would never end. */
const appears = (own: string, file: string) =>
  link(own, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw new Error(`its disk takes no hard links (${error.code})`, { cause: error })
    },
  )

const abandonedMs = 10_000

/** Lets one process at a time replace a dead holder's lock; false when another one is at it. */
async function takeOver(file: string, dead: string, own: string): Promise<boolean> {
  const gate = `${file}.taking`
  try {
    await writeFile(gate, String(process.pid), { flag: 'wx' })
  } catch {
    const { mtimeMs } = await stat(gate).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedMs) await rm(gate, { force: true })
    return false
  }
  try {
    // Behind the gate it must still be the same dead holder.
    if ((await read(file))?.text !== dead) return false
    await rename(own, file)
    return true
  } finally {
    await rm(gate, { force: true })
  }
}

let taken = 0

/** Takes the DATA_DIR for this process, replacing a dead holder. Answers the living holder where there is one. */
export async function takeLock(dataFolder: string, role: Holder['role']): Promise<{ lock: Lock } | { holder: Holder }> {
  const file = path.join(dataFolder, lockName)
  // One file a call: two calls of one process would take away each other's.
  const own = `${file}.${process.pid}.${taken++}`
  const holder: Holder = { pid: process.pid, began: beginningOf(process.pid) ?? '', role }
  const write = () => writeFile(own, JSON.stringify(holder), { mode: 0o644 })

  const lock: Lock = {
    announce: async (port) => {
      holder.port = port
      await write()
      await rename(own, file)
    },
    release: () => rmSync(file, { force: true }),
  }

  try {
    for (;;) {
      await write()
      // A link appears whole and only where nothing is: no reader sees half of it.
      if (await appears(own, file)) return { lock }
      const found = await read(file)
      if (found?.holder && isAlive(found.holder)) return { holder: found.holder }
      if (found && (await takeOver(file, found.text, own))) return { lock }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await rm(own, { force: true })
  }
}
