import os from 'node:os'
import type { Registry } from '@multiball/shared/schema'
import type { Rev } from './prunable'

/* What happened to the registry, told from one revision to the next. */

/** A revision, and who wrote it. */
export interface KeptRev extends Rev {
  /** undefined of revisions that were written before that was noted */
  by?: string
}

/** What remotes, the shell and the embed have in common. */
interface Part {
  active: string
  versions: Record<string, unknown>
  enabled?: boolean
  canary?: { version: string; percent: number }
}

const partsOf = ({ shell, embed, remotes }: Registry): Record<string, Part> => ({
  ...(shell && { shell }),
  ...(embed && { embed }),
  ...remotes,
})

/** Who changes it: what CHANGED_BY says, or who started the pipeline, or the user of this machine. One line. */
export function changedBy(
  environment: NodeJS.ProcessEnv = process.env,
  user = () => `${os.userInfo().username}@${os.hostname()}`,
): string {
  const said = environment.CHANGED_BY || environment.GITHUB_ACTOR || environment.GITLAB_USER_LOGIN
  if (said) return oneLine(said)
  try {
    return oneLine(user())
  } catch {
    // In a container, a user may have a number and no name.
    return 'unknown'
  }
}

export const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 100) || 'unknown'

function changesOfPart(before: Part | undefined, after: Part | undefined): string[] {
  if (!after) return before ? ['removed'] : []
  const published = Object.keys(after.versions).filter((version) => !before?.versions[version])
  const gone = Object.keys(before?.versions ?? {}).filter((version) => !after.versions[version])
  const { canary } = after
  const hasNewCanary =
    canary && (canary.version !== before?.canary?.version || canary.percent !== before.canary.percent)
  const isCanaryOver = before?.canary && !canary && before.canary.version !== after.active
  return [
    ...(published.length > 0 ? [`published ${published.join(', ')}`] : []),
    ...(before?.active === after.active || (!before && after.enabled === false)
      ? []
      : [before ? `active ${after.active}, before ${before.active}` : `active ${after.active}`]),
    ...(hasNewCanary ? [`canary ${canary.version} for ${canary.percent} %`] : []),
    ...(isCanaryOver ? [`canary ${before.canary!.version} taken back`] : []),
    ...((after.enabled ?? true) === (before?.enabled ?? true) ? [] : [after.enabled ? 'switched on' : 'switched off']),
    ...(gone.length > 0 ? [`removed ${gone.join(', ')}`] : []),
  ]
}

/** What differs between two revisions, by the part that it is about. */
export function changesBetween(before: Registry, after: Registry): { part: string; changes: string[] }[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((part) => ({ part, changes: changesOfPart(old[part], now[part]) }))
    .filter(({ changes }) => changes.length > 0)
}

/**
 * Who changed what and when, newest first, in lines to read.
 * @param revs oldest first, without gaps where nothing was lost
 * @param name only of this part; empty for all
 * @param most lines
 */
export function listHistory(revs: readonly KeptRev[], name: string, most: number): string[] {
  const lines = revs.flatMap(({ registry, writtenAtMs, by }, position) => {
    const before = revs[position - 1]?.registry
    // What came before the oldest one is unknown, unless it is the very first.
    if (!before && registry.rev > 1) return []
    return changesBetween(before ?? { rev: 0, remotes: {} }, registry)
      .filter(({ part }) => !name || part === name)
      .map(
        ({ part, changes }) =>
          `  rev ${String(registry.rev).padEnd(5)} ${new Date(writtenAtMs).toISOString().slice(0, 16).replace('T', ' ')}  ${(by ?? 'not noted').padEnd(20)} ${part.padEnd(18)} ${changes.join('; ')}`,
      )
  })
  return lines.reverse().slice(0, most)
}
