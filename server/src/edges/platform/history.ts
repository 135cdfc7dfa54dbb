import { setImmediate as breathe } from 'node:timers/promises'
import { changesBetween, keptRevs, readRevIfWhole } from '@multiball/platform/registry'
import type { PlatformChanged, Registry } from '@multiball/shared/schema'

/** Revisions that are read; of what was before, `npm run remotes -- history` tells. */
const mostRevs = 500

/** Versions that each part of a registry has, as `name version`. */
const versionsIn = ({ shell, embed, remotes }: Registry): string[] =>
  Object.entries({ ...(shell && { shell }), ...(embed && { embed }), ...remotes }).flatMap(([name, { versions }]) =>
    Object.keys(versions).map((version) => `${name} ${version}`),
  )

/** What happened to the registry of a deploy folder, whoever did it. A revision is read once, since it never changes. */
export class RegistryHistory {
  /** oldest first */
  private readonly entries: PlatformChanged[] = []
  private readonly publishers = new Map<string, string>()
  private last: Registry | undefined
  private lastRev = -1
  private reading: Promise<void> = Promise.resolve()

  constructor(private readonly deployFolder: string) {}

  /** Newest first. */
  async changes(): Promise<PlatformChanged[]> {
    await this.refresh()
    return this.entries.toReversed()
  }

  /** Who published each version, by `name version`; without those of which that was not noted. */
  async publishedBy(): Promise<ReadonlyMap<string, string>> {
    await this.refresh()
    return this.publishers
  }

  /** One after the other, so that no revision is told twice. */
  private refresh(): Promise<void> {
    this.reading = this.reading.then(
      () => this.readOn(),
      () => this.readOn(),
    )
    return this.reading
  }

  private async readOn(): Promise<void> {
    const revs = keptRevs(this.deployFolder)
      .filter((rev) => rev > this.lastRev)
      .slice(-mostRevs)
    for (const rev of revs) {
      this.take(rev)
      // They are read from the disk, and scores come in meanwhile.
      await breathe()
    }
  }

  private take(rev: number): void {
    this.lastRev = rev
    const read = readRevIfWhole(this.deployFolder, rev)
    if (!read) return
    const { registry, writtenAtMs, by } = read
    const before = this.last ?? (rev === 1 ? { rev: 0, remotes: {} } : undefined)
    this.last = registry
    // What came before the oldest one is not known.
    if (!before) return
    const told = { rev, changed_at: new Date(writtenAtMs).toISOString(), changed_by: by ?? null }
    this.entries.push(
      ...changesBetween(before, registry).map(({ part, changes }) => ({
        ...told,
        name: part as PlatformChanged['name'],
        changes,
      })),
    )
    const known = new Set(versionsIn(before))
    if (by !== undefined)
      for (const version of versionsIn(registry)) if (!known.has(version)) this.publishers.set(version, by)
  }
}
