import type { Registry, Remote } from '@multiball/shared/schema'
import { isWaiting } from '../registry/changes'

/** Whose a version is. */
type Standing = 'active' | 'canary' | 'before' | 'given to nobody yet' | 'no longer given' | 'kept'

export interface GivenVersion {
  /** of the shell and the embed, their own name */
  remote: string
  version: string
  standing: Standing
  /** of a canary */
  percent?: number
}

const uses = ({ active, canary, lastGood }: Remote, version: string) =>
  [active, canary?.version, lastGood].includes(version)

/** Whether visitors had it at some time. */
const wasGiven = (remote: string, version: string, revs: readonly Registry[]) =>
  revs.some(({ remotes }) => remotes[remote] && !isWaiting(remotes[remote]) && uses(remotes[remote], version))

/** The newest version that was published after the active one and was nobody's yet, as with `--percent 0`. */
function waiting(remote: string, { versions, ...entry }: Remote, revs: readonly Registry[]): string | undefined {
  const publishedMs = (version: string) => Date.parse(versions[version]?.publishedAt ?? '')
  return Object.keys(versions)
    .filter((version) => !uses({ versions, ...entry }, version) && publishedMs(version) > publishedMs(entry.active))
    .filter((version) => !wasGiven(remote, version, revs))
    .sort((one, other) => publishedMs(other) - publishedMs(one))[0]
}

/**
 * The versions that a visitor may get now, and those that wait to be given: what `check` holds.
 * @param revs every revision that was kept
 * @param wanted only of this remote, and this version of it, whoever has it
 */
export function givenVersions(
  registry: Registry,
  revs: readonly Registry[],
  wanted: { remote?: string; version?: string } = {},
): GivenVersion[] {
  return Object.entries(registry.remotes)
    .filter(([remote]) => !wanted.remote || remote === wanted.remote)
    .flatMap(([remote, entry]): GivenVersion[] => {
      const { active, canary } = entry
      const next = waiting(remote, entry, revs)
      const all: GivenVersion[] = [
        { remote, version: active, standing: isWaiting(entry) ? 'given to nobody yet' : 'active' },
        ...(canary ? [{ remote, version: canary.version, standing: 'canary' as const, percent: canary.percent }] : []),
        ...(next ? [{ remote, version: next, standing: 'given to nobody yet' as const }] : []),
      ]
      if (!wanted.version) return all
      const { version } = wanted
      const standing =
        version === entry.lastGood && version !== active
          ? 'before'
          : wasGiven(remote, version, revs)
            ? 'no longer given'
            : 'given to nobody yet'
      return [all.find((one) => one.version === version) ?? { remote, version, standing }]
    })
}

/** The registry as a visitor has it who gets this version, and no other that could stand in for it. */
export function givingOnly(registry: Registry, { remote, version }: GivenVersion): Registry {
  const { versions } = registry.remotes[remote]!
  return { ...registry, remotes: { ...registry.remotes, [remote]: { enabled: true, active: version, versions } } }
}
