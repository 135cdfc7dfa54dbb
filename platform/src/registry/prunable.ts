import type { Registry, Remote } from '@multiball/shared/schema'

/** A kept revision of the registry, and when it was written. */
export interface Rev {
  registry: Registry
  /** ms since 1970 */
  writtenAtMs: number
}

interface VersionName {
  remote: string
  version: string
}

const dayMs = 86_400_000

/** Tabs and TVs stay open for weeks, and ask for chunks of the version that they started with. */
export const keptDays = 90

const usedBy = ({ active, lastGood, canary }: Remote) => [active, lastGood, canary?.version]

/** When a version was last among those that a page may load: the moment at which a later rev left it out. */
function lastUsedMs({ remote, version }: VersionName, publishedAt: string, revs: readonly Rev[]): number {
  const last = revs.findLastIndex(({ registry }) => registry.remotes[remote] && usedBy(registry.remotes[remote]).includes(version))
  return last === -1 ? Date.parse(publishedAt) : (revs[last + 1]?.writtenAtMs ?? Infinity)
}

/**
 * The versions that nobody can still have open: not in use, and not for `days` before `nowMs`.
 * @param revs all kept revisions, oldest first; the last one is the registry as it is
 */
export function prunable(revs: readonly Rev[], nowMs: number, days = keptDays): VersionName[] {
  const remotes = Object.entries(revs.at(-1)?.registry.remotes ?? {})
  return remotes.flatMap(([remote, entry]) =>
    Object.entries(entry.versions)
      .map(([version, { publishedAt }]) => ({ remote, version, publishedAt }))
      .filter(({ version }) => !usedBy(entry).includes(version))
      .filter((one) => nowMs - lastUsedMs(one, one.publishedAt, revs) > days * dayMs)
      .map(({ version }) => ({ remote, version })),
  )
}
