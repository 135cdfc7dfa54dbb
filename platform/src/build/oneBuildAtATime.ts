import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { lock, type LockOptions } from 'proper-lockfile'
import { cacheFolder } from '../disk/paths'

/** Webpack may keep a busy machine from touching its lock for seconds; one that was killed is waited for as long. */
const staleMs = 30_000

/**
 * Runs a build while no other one of this checkout runs: they write the same folders.
 * @param say is told when another one is waited for
 * @param folder of the lock
 */
export async function oneBuildAtATime<Result>(
  say: (line: string) => void,
  build: () => Promise<Result>,
  folder = cacheFolder,
): Promise<Result> {
  mkdirSync(folder, { recursive: true })
  const held = (retries: LockOptions['retries']) =>
    lock(path.join(folder, 'build'), {
      realpath: false,
      stale: staleMs,
      update: staleMs / 10,
      retries,
      onCompromised: () => {},
    })
  const release = await held({ retries: 0 }).catch((error: NodeJS.ErrnoException) => {
    // ENOENT: another one took the lock that was just made for the stale one that it had found.
    if (error.code !== 'ELOCKED' && error.code !== 'ENOENT') throw error
    say('Another build of this checkout is at work, and is waited for…')
    return held({ forever: true, factor: 1, minTimeout: 200 })
  })
  try {
    return await build()
  } finally {
    // Somebody may have emptied node_modules.
    await release().catch(() => {})
  }
}
