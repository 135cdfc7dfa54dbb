import type { Registry } from '@multiball/shared/schema'
import { versionsInUse, type VersionName } from './changes'

/** A kept revision of the registry, and when it was written. */
export interface Rev {
  registry: Registry
  /** ms since 1970 */
  writtenAtMs: number
}

const dayMs = 86_400_000

/** Tabs and TVs stay open for weeks, and ask for chunks of the version that they started with. */
export const keptDays = 90

/** What is pruned. Partners may have pinned any version of the embed, with its hash: it stays. */
const partsOf = ({ shell, remotes }: Registry) => ({ ...(shell && { shell }), ...remotes })

/** When a version was last among those that a page may load: the moment at which a later rev left it out. */
function lastUsedMs({ remote, version }: VersionName, publishedAt: string, revs: readonly Rev[]): number {
  const last = revs.findLastIndex(({ registry }) => versionsInUse(registry, remote).includes(version))
  return last === -1 ? Date.parse(publishedAt) : (revs[last + 1]?.writtenAtMs ?? Infinity)
}

/**
 * The versions that nobody can still have open: not in use, and not for `days` before `nowMs`.
 * @param revs all kept revisions, oldest first; the last one is the registry as it is
 */
export function prunable(revs: readonly Rev[], nowMs: number, days = keptDays): VersionName[] {
  const registry = revs.at(-1)?.registry
  if (!registry) return []
  return Object.entries(partsOf(registry)).flatMap(([remote, { versions }]) =>
    Object.entries(versions)
      .map(([version, { publishedAt }]) => ({ remote, version, publishedAt }))
      .filter(({ version }) => !versionsInUse(registry, remote).includes(version))
      .filter((one) => nowMs - lastUsedMs(one, one.publishedAt, revs) > days * dayMs)
      .map(({ version }) => ({ remote, version })),
  )
}
