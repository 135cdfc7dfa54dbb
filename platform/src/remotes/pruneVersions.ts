import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { forget } from '../registry/changes'
import { keptDays, prunable } from '../registry/prunable'
import { ChangeRefused } from '../command/refused'
import { changeRegistry, mapsName, partOf, readRegistry, readRevs } from '../registry/registryFile'

const foldersIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    : []

/** Folders that no line of the registry leads to: what a publish or a prune left that was killed. */
const strays = (deploy: string, registry: Registry): string[] =>
  ['r', mapsName].flatMap((place) =>
    foldersIn(path.join(deploy, place)).flatMap((name) =>
      foldersIn(path.join(deploy, place, name)).flatMap((version) =>
        partOf(registry, name)?.versions[version] ? [] : path.join(deploy, place, name, version),
      ),
    ),
  )

/**
 * Removes versions that nobody can still have open. The registry forgets them first, so that nobody is sent to a
 * folder that is going.
 * @param days how long a version is kept after it was last in use; 90 at least
 */
export async function pruneVersions(
  deploy: string,
  days: number,
  nowMs: number,
  say: (line: string) => void,
): Promise<void> {
  if (!Number.isInteger(days) || days < keptDays)
    throw new ChangeRefused(
      `--days is at least ${keptDays}: tabs and screens stay open that long, and ask for their files.`,
    )
  const gone = prunable(readRevs(deploy), nowMs, days)
  const { rev } =
    gone.length > 0 ? await changeRegistry(deploy, (registry) => forget(registry, gone)) : readRegistry(deploy)
  // A publish that is at work has a young one.
  const left = strays(deploy, readRegistry(deploy)).filter(
    (folder) => nowMs - statSync(folder).mtimeMs > days * 86_400_000,
  )
  if (gone.length + left.length === 0) return say(`Nothing has been out of use for ${days} days.`)
  for (const { remote, version } of gone) {
    for (const place of ['r', mapsName])
      rmSync(path.join(deploy, place, remote, version), { recursive: true, force: true })
    say(`${remote} ${version} is removed`)
  }
  for (const folder of left.filter(existsSync)) {
    rmSync(folder, { recursive: true })
    say(`${folder}, which belongs to no version, is removed`)
  }
  say(`Registry rev ${rev}`)
}
