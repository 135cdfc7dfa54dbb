import { rmSync } from 'node:fs'
import path from 'node:path'
import { ChangeRefused, forget } from '../registry/changes'
import { keptDays, prunable } from '../registry/prunable'
import { changeRegistry, readRevs } from '../registry/registryFile'

/**
 * Removes versions that nobody can still have open. The registry forgets them first, so that nobody is sent to a
 * folder that is going.
 * @param days how long a version is kept after it was last in use; 90 at least
 */
export async function pruneVersions(deploy: string, days: number, say: (line: string) => void): Promise<void> {
  if (!Number.isInteger(days) || days < keptDays) throw new ChangeRefused(`--days is at least ${keptDays}: tabs and screens stay open that long, and ask for their files.`)
  const gone = prunable(readRevs(deploy), Date.now(), days)
  if (gone.length === 0) return say(`Nothing has been out of use for ${days} days.`)
  const { rev } = await changeRegistry(deploy, (registry) => forget(registry, gone))
  for (const { remote, version } of gone) {
    rmSync(path.join(deploy, 'r', remote, version), { recursive: true, force: true })
    say(`${remote} ${version} is removed`)
  }
  say(`Registry rev ${rev}`)
}
