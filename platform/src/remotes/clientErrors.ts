import type { Registry } from '@multiball/shared/schema'

/** How often one version of a remote failed with one code in somebody's page. */
export interface ErrorCount {
  remote: string
  version: string
  code: string
  count: number
}

/** The failures of remotes in the text of the server's metrics (Prometheus' format). */
export function readErrorCounts(metrics: string): ErrorCount[] {
  return metrics.split('\n').flatMap((line) => {
    const [, labels = '', count] = /^multiball_client_errors_total\{(.*)\} (\S+)$/.exec(line) ?? []
    const { remote, version, code } = Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])) as Record<string, string | undefined>
    return remote && version && code ? [{ remote, version, code, count: Number(count) }] : []
  })
}

/** Counts of several processes, or of several pages of metrics, as one. */
export function addUp(counts: readonly ErrorCount[]): ErrorCount[] {
  const sums = new Map<string, ErrorCount>()
  for (const one of counts) {
    const key = `${one.remote} ${one.version} ${one.code}`
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

export const totalOf = (counts: readonly ErrorCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** Whose version it is now, in a word. */
function standing({ remotes }: Registry, remote: string, version: string): string {
  const { active, canary, lastGood } = remotes[remote] ?? {}
  if (version === active) return 'active'
  if (version === canary?.version) return `canary for ${canary.percent} %`
  return version === lastGood ? 'before' : 'no longer given'
}

function byVersion(counts: readonly ErrorCount[]): ErrorCount[][] {
  const groups = new Map<string, ErrorCount[]>()
  for (const one of counts) {
    const key = `${one.remote} ${one.version}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

/** The failures in lines to read, those of most first. */
export function listErrorCounts(registry: Registry, counts: readonly ErrorCount[]): string[] {
  if (counts.length === 0) return ['No page has reported a failure since the server started.']
  return byVersion(counts)
    .sort((one, other) => totalOf(other) - totalOf(one))
    .map((all) => {
      const { remote, version } = all[0]!
      const codes = [...all].sort((one, other) => other.count - one.count).map(({ code, count }) => `${code} ${count}`)
      return `  ${String(totalOf(all)).padStart(5)}  ${remote.padEnd(18)} ${version} (${standing(registry, remote, version)}): ${codes.join(', ')}`
    })
}
